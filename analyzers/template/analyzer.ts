import { defineAnalyzer, fail, taxonomy } from '../src/kit/index.ts'
import { watchwordsDescription } from './description.ts'

export const analyzer = defineAnalyzer({
  ...watchwordsDescription,
  run({ data }, { config }) {
    const words = config.words.filter((word) => word.length >= config.min_length)
    if (words.length === 0) fail('There are no words to look for; set them in the configuration')
    const text = data.toLowerCase()
    const found = words.filter((word) => text.includes(word.toLowerCase()))
    return {
      taxonomies: [
        found.length === 0
          ? taxonomy('info', 'Watchwords', 'Found', 0)
          : taxonomy('suspicious', 'Watchwords', 'Found', found.join(', ')),
      ],
      full: { found, searched: words.length },
    }
  },
})
