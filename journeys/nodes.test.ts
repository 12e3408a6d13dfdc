import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeOrganization } from './people.ts'
import { superadmin } from './server.ts'
import { eventually } from './visit.ts'

const environment = { ASSAY_NODE_NAME: 'watchtower', ASSAY_NODE_LABELS: 'default,gpu' }

describeJourneys('nodes', { environment }, (bed) => {
  it('lists the processes with what they offer, drains one and undoes it', async () => {
    const { page, open, axe, fits } = await bed.visit(superadmin)
    await open('/settings/organizations')
    await page.getByRole('link', { name: 'Nodes' }).click()
    const row = page.getByRole('row').filter({ hasText: 'watchtower' })
    await row.getByText('Online').waitFor()
    await row.getByText('gpu').waitFor()
    await row.getByText('0 / 16').waitFor()
    await page.getByText('1 node runs jobs, 0 of 16 slots are used').waitFor()
    await axe()
    await fits()
    await fits(390)

    await row.getByRole('button', { name: /^Drain watchtower/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Drain watchtower?' })
    await dialog.getByText('No other node accepts jobs').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('Online').waitFor()

    await row.getByRole('button', { name: /^Drain watchtower/ }).click()
    await dialog.getByRole('button', { name: 'Drain' }).click()
    await row.getByText('Drained').waitFor()
    await page.getByText('0 nodes run jobs, 0 of 0 slots are used').waitFor()
    await axe()
    await row.getByRole('button', { name: /^Resume watchtower/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
    await row.getByText('Online').waitFor()
  })

  it('follows what happens elsewhere by itself, and finds nodes by state', async () => {
    const { page, open } = await bed.visit(superadmin)
    const api = bed.server.as(superadmin)
    const [node] = (await api.listNodes()).nodes ?? []
    await open('/settings/nodes?state=drained')
    await page.getByText('No node matches').waitFor()

    await api.drainNode({ id: node?.id ?? '' })

    await page.getByRole('row').filter({ hasText: 'watchtower' }).getByText('Drained').waitFor()
    await api.resumeNode({ id: node?.id ?? '' })
    await page.getByText('No node matches').waitFor()
  })

  it('shows an administrator only how many nodes there are', async () => {
    const { oa } = await makeOrganization(bed.server, 'NODES')
    const { page, open, axe } = await bed.visit(oa)

    await open('/settings/analyzers')
    await page.getByText('1 node with 16 slots; 0 of your jobs run').waitFor()
    await axe()
    await open('/settings/nodes')

    await page.getByText('superadmin').first().waitFor()
    expect(await page.getByText('watchtower').count()).toBe(0)
  })

  it('says at a waiting job which node it waits for, and limits a worker', async () => {
    const { oa } = await makeOrganization(bed.server, 'LIMITED')
    const client = bed.server.as(oa)
    const { rows } = await client.listAnalyzerDefinitions({ range: 'all' })
    const definition = rows.find(({ runners }) => runners.includes('process'))
    const id = definition?.id ?? ''
    const worker = await client.enableAnalyzer({ id }, { name: 'Limited' })
    const { page, open, axe, sent } = await bed.visit(oa)
    await open(`/settings/analyzers/${worker.id}`)
    const drawer = page.getByRole('region', { name: 'Limited' })
    await drawer.getByText('More limits and network').click()
    await drawer.getByLabel('Concurrent jobs').fill('3')
    await drawer.getByLabel('Pool').fill('Not this')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('Use lowercase letters, digits and dashes.').waitFor()
    await drawer.getByLabel('Pool').fill('')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Limited was changed.').waitFor()
    expect(sent('PATCH', `/api/analyzer/${worker.id}`)).toHaveLength(1)
    expect(await client.getAnalyzer({ id: worker.id })).toMatchObject({ maxConcurrent: 3 })

    const root = bed.server.as(superadmin)
    const [node] = (await root.listNodes()).nodes ?? []
    await root.drainNode({ id: node?.id ?? '' })
    const dataType = definition?.dataTypeList[0] ?? 'ip'
    const job = await client.runAnalyzer({ id: worker.id }, { data: '1.1.1.1', dataType })
    await open(`/jobs/${job.id}`)
    await page.getByText(/Waiting for a node with the program of/).waitFor()
    await axe()
    await open('/activity')
    await page.getByText(/^Waits for a node with the program of/).waitFor()
    await axe()
    await root.resumeNode({ id: node?.id ?? '' })
    await eventually(async () => (await client.getJob({ id: job.id })).status).not.toBe('Waiting')
  })
})
