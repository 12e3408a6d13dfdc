// biome-ignore lint/style/noRestrictedImports: a number, with nothing of ours in it
export { patienceMs } from '../server/test/patience.ts'
