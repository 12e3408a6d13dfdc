import { defangSentence, type ReportLanguage } from '@assay/contract'
import { type ReportWriting, reportTexts } from '@assay/contract/report'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { said } from '../../../base/model/said.ts'
import { typeName } from '../../../base/model/type-name.ts'
import { preferences } from '../../../base/preferences.ts'
import { currentLanguage, locale } from '../../../base/texts/index.ts'

/** Reasons and types have words in the reader's language only; a report in another one stays in English there. */
export function writingIn(language: ReportLanguage): ReportWriting {
  const isOwn = language === currentLanguage()
  return {
    texts: reportTexts[language],
    locale: isOwn ? locale() : language === 'en' ? 'en-GB' : language,
    timeZone:
      preferences().clock === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone,
    typeName: isOwn ? typeName : (type) => type,
    ...(isOwn && { workerName: analyzerName }),
    say: isOwn ? said : (reason) => defangSentence(reason.text),
  }
}
