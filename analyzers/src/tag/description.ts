import { describeWorker, targetTypes } from '../kit/describe.ts'

export const tagDescription = describeWorker({
  name: 'Assay_Tag',
  title: { en: 'Add tags', fr: 'Ajouter des étiquettes' },
  question: { en: 'Adds your tags to it.', fr: 'Y met vos étiquettes.' },
  description: 'Puts your tags on the case, alert or observable that it is run on.',
  dataTypes: targetTypes,
  configuration: {
    tags: {
      plain: true,
      type: 'string',
      multi: true,
      required: true,
      description: 'Tags to put on it',
    },
    tag_case: {
      label: 'Tag the case, too',
      type: 'boolean',
      default: false,
      description: 'An observable passes the tags on to its case',
    },
  },
})
