import { expect, it } from 'vitest'
import { rulesYaml } from './yaml.ts'

it('writes rules as a file of assay apply has them', () => {
  const yaml = rulesYaml([
    {
      name: 'Phishing: triage',
      state: 'on',
      runAs: 'automation@soc',
      on: 'observable.created',
      if: { _and: [{ dataType: 'url' }, { _lte: { tlp: 2 } }] },
      do: [{ analyze: { analyzers: ['MaxMind_GeoIP_4_0'] } }, { tag: { tags: ['a: b # c'] } }],
      budget: { runsPerHour: 200, jobsPerDay: 300 },
      expires: Date.UTC(2027, 3, 1) - 1,
    },
    {
      name: 'Stopped',
      state: 'stopped',
      runAs: 'ada',
      on: { 'verdict.changed': { to: ['malicious'] } },
      if: {},
      do: [{ stop: {} }],
      budget: { runsPerHour: 1, jobsPerDay: 0 },
      expires: Date.UTC(2027, 3, 1, 12),
    },
  ])

  expect(yaml).toBe(`rules:
  - name: "Phishing: triage"
    state: "on"
    runAs: automation@soc
    on: observable.created
    if: {"_and":[{"dataType":"url"},{"_lte":{"tlp":2}}]}
    do:
      - {"analyze":{"analyzers":["MaxMind_GeoIP_4_0"]}}
      - {"tag":{"tags":["a: b # c"]}}
    budget: { runsPerHour: 200, jobsPerDay: 300 }
    expires: "2027-03-31"
  - name: Stopped
    state: "off"
    runAs: ada
    on: {"verdict.changed":{"to":["malicious"]}}
    if: {}
    do:
      - {"stop":{}}
    budget: { runsPerHour: 1, jobsPerDay: 0 }
    expires: "2027-04-01T12:00:00.000Z"
`)
})
