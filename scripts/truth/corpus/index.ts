import type { Entry } from '../entry.ts'
import { archiveEntries } from './archives.ts'
import { labelEntries } from './labels.ts'
import { lureEntries } from './lures.ts'
import { mailEntries } from './mails.ts'
import { moreLetters } from './more-letters.ts'
import { nameEntries, otherTextEntries } from './names.ts'
import { officeEntries } from './office.ts'
import { pageEntries } from './pages.ts'
import { pdfEntries } from './pdf.ts'
import { pictureEntries } from './pictures.ts'
import { programEntries } from './programs.ts'
import { scriptEntries } from './scripts.ts'
import { shortcutEntries } from './shortcuts.ts'
import { urlEntries } from './urls.ts'

/** The same in every run, but for the keys of certificates. */
export const corpus = (): Entry[] => [
  ...nameEntries(),
  ...otherTextEntries(),
  ...urlEntries(),
  ...labelEntries(),
  ...mailEntries(),
  ...lureEntries(),
  ...moreLetters(),
  ...officeEntries(),
  ...pdfEntries(),
  ...pageEntries(),
  ...scriptEntries(),
  ...shortcutEntries(),
  ...archiveEntries(),
  ...pictureEntries(),
  ...programEntries(),
]
