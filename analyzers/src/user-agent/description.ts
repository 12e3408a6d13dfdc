import { describeWorker } from '../kit/describe.ts'

export const userAgentDescription = describeWorker({
  name: 'Assay_UserAgent',
  title: { en: 'User agent', fr: 'Agent utilisateur' },
  question: { en: 'Is it a browser or a program?', fr: 'Est-ce un navigateur ou un programme ?' },
  description:
    'Reads a user agent: browser, system and device, whether it is automated, and whether it carries an injection attempt.',
  dataTypes: ['user-agent', 'user_agent'],
})
