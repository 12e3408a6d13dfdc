#!/usr/bin/env node
// The level is a word in the value (`malicious.example`), or the end of an address; the parameter
// `level` or a message of one word outweighs it, so two runs on one value can differ.
import { job, succeed, taxonomy, value } from '../../job.mjs'

const levels = ['malicious', 'suspicious', 'safe', 'unheard-of']
const ends = { '.66': 'malicious', '.77': 'suspicious', '.88': 'safe', '.99': 'unheard-of' }

const level =
  [job.parameters?.level, job.message, ...levels.filter((word) => value.includes(word))].find(
    (word) => levels.includes(word),
  ) ??
  ends[value.slice(-3)] ??
  'info'
const detections = { malicious: 32, suspicious: 3, safe: 0 }[level] ?? 1
const isBad = level === 'malicious' || level === 'suspicious'

succeed({
  taxonomies: [
    taxonomy(level, 'Detections', `${detections}/94`),
    taxonomy('info', 'Category', isBad ? 'phishing' : 'none'),
  ],
  full: {
    verdict: level,
    detections,
    engines: 94,
    ...(isBad ? { categories: ['phishing', 'credential theft'] } : {}),
    scans: ['Alpha', 'Beta', 'Gamma'].map((engine, index) => ({
      engine,
      detected: index < detections,
      result: index < detections ? `${level}.generic` : null,
    })),
  },
  artifacts: isBad ? [{ dataType: 'domain', data: `control-of-${level}.example` }] : [],
})
