import { describe, expect, it } from 'vitest'
import { renderTemplate } from '../../../scripts/chart.ts'
import {
  chartProblems,
  composeProblems,
  fileProblems,
  renderChart,
  unitExposure,
} from '../../../scripts/deploy-check.ts'
import { manifestShapes, shapeProblems } from '../../../scripts/manifest-schemas.ts'
import { skipTest } from '../skip.ts'

describe('what is in deploy/', () => {
  it('is a chart whose manifests are what Kubernetes knows, with settings that we know', () => {
    expect(chartProblems()).toEqual([])
  })

  it('runs nothing as root, writes to nothing but its own volumes, shares none', () => {
    const text = JSON.stringify(renderChart())
    const kinds = renderChart().map(({ kind }) => kind)

    expect(kinds.filter((kind) => kind === 'Deployment')).toHaveLength(2)
    expect(kinds).toEqual(expect.arrayContaining(['PodDisruptionBudget', 'NetworkPolicy']))
    expect(text.match(/"runAsNonRoot":true/g)).toHaveLength(2)
    expect(text.match(/"readOnlyRootFilesystem":true/g)).toHaveLength(2)
    expect(text).not.toMatch(/persistentVolumeClaim|hostPath/)
  })

  it('has compose files, an image and a dashboard that fit the program', () => {
    expect([...composeProblems(), ...fileProblems()]).toEqual([])
  })

  it('has a unit that systemd finds little to say against', () => {
    const exposure = unitExposure()
    if (exposure === undefined) skipTest('systemd-analyze is not installed')

    expect(exposure).toBeLessThan(3)
  })
})

describe('the check of the chart', () => {
  it('finds a misspelt field, and what the renderer does not know', () => {
    const shape = manifestShapes['v1 ServiceAccount'] ?? 'any'

    const problems = shapeProblems({ metadata: { nmae: 'x' } }, shape, 'it')

    expect(problems).toEqual(['it.metadata.nmae is unknown'])
    expect(() => renderTemplate('{{ include "x" . }}', {})).toThrow('not understood')
    expect(() => renderTemplate('{{ .Values.missing }}', { Values: {} })).toThrow('no value')
  })
})
