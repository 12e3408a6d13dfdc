import { describeWorker, targetTypes } from '../kit/describe.ts'

export const sendMailDescription = describeWorker({
  name: 'Assay_SendMail',
  title: { en: 'Send email', fr: 'Envoyer un courriel' },
  question: { en: 'Notifies people by email.', fr: 'Prévient par courriel.' },
  description: 'Sends an email about the case, alert or observable through your SMTP server.',
  dataTypes: targetTypes,
  needsNetwork: true,
  configuration: {
    host: {
      label: 'Mail server',
      plain: true,
      type: 'string',
      required: true,
      description: 'SMTP server',
    },
    port: { type: 'number', default: 587, description: 'SMTP port' },
    encryption: {
      plain: true,
      type: 'string',
      default: 'starttls',
      description: 'starttls (port 587), tls (port 465) or none',
    },
    user: {
      label: 'Username',
      type: 'string',
      description: 'Username, if the server requires authentication',
    },
    password: { type: 'string', description: 'Password, if the server requires authentication' },
    from: {
      label: 'Sender',
      plain: true,
      type: 'string',
      required: true,
      description: 'Sender address',
    },
    to: {
      label: 'Recipients',
      plain: true,
      type: 'string',
      multi: true,
      required: true,
      description: 'Recipient addresses',
    },
    subject_prefix: {
      label: 'Subject prefix',
      plain: true,
      type: 'string',
      default: '[Assay]',
      description: 'Text at the start of the subject',
    },
  },
})
