import { type MeasuredQueue, startQueue } from './measured-queue.ts'
import { installPackages } from './packages.ts'

export const installGraphile = (folder: string) =>
  installPackages(folder, ['graphile-worker@0.18.0'])

export const startGraphile = (packages: string, database: string): MeasuredQueue =>
  startQueue('./graphile-process.mjs', [packages, database])
