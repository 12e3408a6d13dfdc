import { describeWorker, targetTypes } from '../kit/describe.ts'

export const tagDescription = describeWorker({
  name: 'Assay_Tag',
  title: { en: 'Add tags', fr: 'Ajouter des étiquettes' },
  question: { en: 'Adds your tags to it.', fr: 'Y met vos étiquettes.' },
  description: 'Adds your tags to the case, alert or observable.',
  dataTypes: targetTypes,
  configuration: {
    tags: {
      plain: true,
      type: 'string',
      multi: true,
      required: true,
      description: 'Tags to add',
    },
    tag_case: {
      label: 'Also tag the case',
      type: 'boolean',
      default: false,
      description: 'Also add the tags of an observable to its case',
    },
  },
})
