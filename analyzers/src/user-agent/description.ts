import { describeWorker } from '../kit/describe.ts'

export const userAgentDescription = describeWorker({
  name: 'Assay_UserAgent',
  description:
    'Reads a user agent: browser, system and device, whether a program stands behind it, and whether it attacks who reads it.',
  dataTypes: ['user-agent', 'user_agent'],
})
