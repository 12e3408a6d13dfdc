import { describeWorker, targetTypes } from '../kit/describe.ts'

export const sendMailDescription = describeWorker({
  name: 'Assay_SendMail',
  title: { en: 'Send email', fr: 'Envoyer un courriel' },
  question: { en: 'Notifies people by email.', fr: 'Prévient par courriel.' },
  description:
    'Tells people by mail about the case, alert or observable that it is run on, over your SMTP server.',
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
    port: { type: 'number', default: 587, description: 'Its port' },
    encryption: {
      plain: true,
      type: 'string',
      default: 'starttls',
      description: 'starttls (port 587), tls (port 465) or none',
    },
    user: {
      label: 'User name',
      type: 'string',
      description: 'Name to sign in with, if the server asks for one',
    },
    password: { type: 'string', description: 'Password to sign in with' },
    from: {
      label: 'Sender',
      plain: true,
      type: 'string',
      required: true,
      description: 'Address of the sender',
    },
    to: {
      label: 'Receivers',
      plain: true,
      type: 'string',
      multi: true,
      required: true,
      description: 'Addresses of the receivers',
    },
    subject_prefix: {
      label: 'Begin of the subject',
      plain: true,
      type: 'string',
      default: '[Assay]',
      description: 'Begin of the subject',
    },
  },
})
