// biome-ignore lint/style/noRestrictedImports: of Node alone, with nothing of ours in it
export { freePort } from '../server/test/free-port.ts'
