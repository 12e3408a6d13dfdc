import { describe, expect, it } from 'vitest'
import { neutralText } from './neutral-text.ts'

describe('text that people wrote', () => {
  it('keeps its words and its lines', () => {
    expect(neutralText('**Two** colleagues\n- one\n- two. Done.')).toBe(
      '**Two** colleagues\n- one\n- two. Done.',
    )
  })

  it('shows addresses in a form that no program follows', () => {
    expect(neutralText('see [here](https://evil.example/a?b=c) and http://x.example')).toBe(
      'see [here](hxxps://evil[.]example/a?b=c) and hxxp://x[.]example',
    )
  })
})
