#!/usr/bin/env node
import { succeed, taxonomy } from '../../job.mjs'

const artifacts = [
  { dataType: 'ip', data: '198.51.100.7', tags: ['resolved'], message: 'A record' },
  { dataType: 'domain', data: 'found.example', tags: ['redirect'] },
  { dataType: 'url', data: 'http://found.example/login', tlp: 1 },
  { dataType: 'hash', data: '44d88612fea8a8f36de82e1278abb02f' },
  { dataType: 'ip', data: '198.51.100.7', tags: ['resolved again'] },
]
succeed({
  taxonomies: [taxonomy('suspicious', 'Found', String(artifacts.length))],
  full: { found: artifacts.length },
  artifacts,
})
