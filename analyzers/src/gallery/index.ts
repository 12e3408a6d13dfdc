import { containerSamples, containerTwins } from './containers.ts'
import { documentSamples } from './documents.ts'
import { hiddenPageSamples, hiddenPageTwins } from './hidden-pages.ts'
import { loaderSamples, loaderTwins } from './loaders.ts'
import { mailLureSamples } from './mail-lures.ts'
import { moreDocumentSamples } from './more-documents.ts'
import { moreScriptSamples } from './more-scripts.ts'
import { officeTrickSamples, officeTrickTwins } from './office-tricks.ts'
import { pageSamples } from './pages.ts'
import type { Sample, Twin } from './sample.ts'
import { scriptSamples } from './scripts.ts'
import { settingsFileSamples, settingsFileTwins } from './settings-files.ts'
import { shortcutSamples } from './shortcuts.ts'

export { ordinaryValues, type ValueSample, valueSamples } from './names.ts'
export type { Sample, Twin } from './sample.ts'

/** Created on demand: no file of the program contains them. */
export const samples = (): Sample[] => [
  ...scriptSamples(),
  ...pageSamples(),
  ...shortcutSamples(),
  ...documentSamples(),
  ...moreScriptSamples(),
  ...moreDocumentSamples(),
  ...containerSamples(),
  ...mailLureSamples(),
  ...loaderSamples(),
  ...hiddenPageSamples(),
  ...settingsFileSamples(),
  ...officeTrickSamples(),
]

/** Ordinary files that have something in common with samples and must stay quiet. */
export const twins = (): Twin[] => [
  ...containerTwins(),
  ...loaderTwins(),
  ...hiddenPageTwins(),
  ...settingsFileTwins(),
  ...officeTrickTwins(),
]
