// `npm run build -w contract`: the contract without its schemas, which is what the page needs, into
// `dist/`. The setup runs it before anything else, whenever the contract has changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { contract, inOrder } from '../src/index.ts'

const routes = inOrder(contract).map(
  ([name, { method, path, answer }]) =>
    `  ${name}: { method: '${method}', path: '${path}', answer: '${answer}' },\n`,
)
const text = `// Generated from the endpoints by \`npm run build -w contract\`.
import type { RoutesOf } from '../src/endpoint.ts'
import type { contract } from '../src/index.ts'

export const routes: RoutesOf<typeof contract> = {
${routes.join('')}}
`

const dist = new URL('../dist/', import.meta.url)
mkdirSync(dist, { recursive: true })
writeFileSync(new URL('routes.ts', dist), text)
