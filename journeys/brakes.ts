import { join } from 'node:path'

const workers = join(import.meta.dirname, 'brake-workers')
/** Workers that take part in journeys about brakes and budgets. */
export const withBrakes = {
  environment: {
    ASSAY_ANALYZER_URLS: join(workers, 'analyzers'),
    ASSAY_RESPONDER_URLS: join(workers, 'responders'),
    ASSAY_JOB_SLOTS: '4',
  },
}
/** As wide as a phone. */
export const phone = 390
