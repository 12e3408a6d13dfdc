import { describe, expect, it } from 'vitest'
import { artifactsIn, byDataType } from './found-artifacts.ts'

const ip = { dataType: 'ip', data: '203.0.113.9' }
const url = { dataType: 'url', data: 'http://a.example' }

describe('what an analyzer found', () => {
  it('is each value once, without files', () => {
    const artifacts = [ip, { ...ip, tags: ['again'] }, url, { dataType: 'file', attachment: {} }]
    expect(artifactsIn({ artifacts })).toMatchObject([ip, url])
  })

  it('is nothing when a report holds something else', () => {
    for (const report of [null, 'text', {}, { artifacts: 'x' }, { artifacts: [null, 1, {}] }]) {
      expect(artifactsIn(report)).toEqual([])
    }
  })

  it('is added type by type', () => {
    const other = { dataType: 'ip', data: '198.51.100.7' }
    expect(byDataType(artifactsIn({ artifacts: [ip, url, other] }))).toEqual([
      { dataType: 'ip', data: ['203.0.113.9', '198.51.100.7'] },
      { dataType: 'url', data: ['http://a.example'] },
    ])
  })
})
