import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { downloadLimits } from '../../src/engine/catalogue/download.ts'
import { patienceMs } from '../patience.ts'
import { definition, makeFolder, serve, start, write } from './catalogue-fixtures.ts'

describe('an address', () => {
  it('gives definitions without their commands', async () => {
    const list = [definition('A', { dockerImage: 'r/a:1', command: undefined }), definition('B'), 7]
    const url = await serve((_request, response) => response.end(JSON.stringify(list)))
    const { find, logged } = await start({ analyzerUrls: [`${url}/list.json`] })

    expect(find('analyzer', 'A_1_0')).toMatchObject({ dockerImage: 'r/a:1', command: null })
    expect(find('analyzer', 'B_1_0')).toMatchObject({ dockerImage: null, command: null })
    expect(logged.join('\n')).toContain('[1]: command "B/run.py" ignored')
    expect(logged.join('\n')).toContain('[2]: not a JSON object')
  })

  it('is followed over five redirects, with the login it holds, which is never disclosed', async () => {
    const seen: (string | undefined)[] = []
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization)
      const hop = Number(request.url?.slice(1))
      if (hop < 5) response.writeHead(302, { location: `/${hop + 1}` }).end()
      else response.end(JSON.stringify([definition('A', { dockerImage: 'i' }), 1]))
    })
    const { ids, logged } = await start({
      analyzerUrls: [`${url.replace('//', '//me:s3cr%40t@')}/0`],
    })

    expect(ids()).toEqual(['A_1_0'])
    expect(new Set(seen)).toEqual(new Set([`Basic ${Buffer.from('me:s3cr@t').toString('base64')}`]))
    expect(logged).toHaveLength(2)
    expect(logged.join()).not.toContain('s3cr')
  })

  const answers: Record<string, [RequestListener, RegExp]> = {
    'an error': [(_, response) => response.writeHead(500).end('oh'), /HTTP status 500/],
    'broken JSON': [(_, response) => response.end('{"name": '), /JSON/],
    'a page': [(_, response) => response.end('"<html>"'), /neither a definition nor a list/],
    'redirects without end': [
      (_, response) => response.writeHead(302, { location: '/again' }).end(),
      /more than 5 redirects/,
    ],
    'a redirect to a file': [
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /redirect from http: to file: is not allowed/,
    ],
    'no answer': [() => {}, /no complete response within 1500 ms/],
    'half an answer': [(_, response) => response.write('['), /no complete response within 1500 ms/],
    'a cut': [(request) => request.socket.destroy(), /other side closed|ECONNRESET|socket/],
    'more than is taken': [
      (_, response) => {
        const more = () => {
          while (response.write(' '.repeat(65_536)));
        }
        response.on('drain', more)
        more()
      },
      /larger than 1000000 bytes/,
    ],
    'too many': [
      (_, response) => response.end(JSON.stringify(Array(10_001).fill(0))),
      /than 10000/,
    ],
  }

  it.each(Object.keys(answers))('that gives %s keeps what it gave before', async (what) => {
    const [fail, reason] = answers[what] ?? []
    let listener: RequestListener = (_, response) =>
      response.end(JSON.stringify([definition('A', { dockerImage: 'i', command: undefined })]))
    const url = await serve((request, response) => listener(request, response))
    const root = await makeFolder()
    const { ids, logged, scan } = await start({
      analyzerUrls: [url, root],
      limits: {
        ...downloadLimits,
        timeoutMs: what.includes('answer') ? 1_500 : patienceMs,
        maxBytes: 1e6,
      },
    })
    expect(ids()).toEqual(['A_1_0'])
    listener = fail ?? listener
    await write(root, { 'B/B.json': definition('B'), 'B/run.py': '' })
    const result = await scan()

    expect(result.failedSources).toEqual([url])
    expect(result.removed).toEqual([])
    expect(ids()).toEqual(['A_1_0', 'B_1_0'])
    expect(logged.at(-1)).toMatch(reason ?? '')
    expect(logged.at(-1)).toContain('keeping its 1 analyzer definitions from the last read')
  })

  it('without a listener does not keep the catalog from starting', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { ids, logged } = await start({ analyzerUrls: [`http://127.0.0.1:${port}/`] })

    expect(ids()).toEqual([])
    expect(logged).toEqual([expect.stringMatching(/cannot read .*: .*ECONNREFUSED/)])
  })

  it('that does not answer does not hold up a stop', async () => {
    let isSilent = false
    const asked = Promise.withResolvers<void>()
    const url = await serve((_, response) => {
      if (isSilent) asked.resolve()
      else response.end('[]')
    })
    const catalogue = await start({ analyzerUrls: [url] })
    isSilent = true
    const scan = catalogue.scan()
    await asked.promise
    await catalogue.stop()

    expect((await scan).failedSources).toEqual([url])
  })
})
