import { readFileSync, writeFileSync } from 'node:fs'

const folder = process.argv[2]

export const job = JSON.parse(readFileSync(`${folder}/input/input.json`, 'utf8'))

/** The observable as text: its value, or the name of its file. */
export const value = String(job.data ?? job.filename ?? '')

export const taxonomy = (level, predicate, text, namespace = 'Demo') => ({
  level,
  namespace,
  predicate,
  value: text,
})

export function succeed({ taxonomies = [], full = {}, artifacts = [], operations = [] }) {
  write({ success: true, summary: { taxonomies }, full, artifacts, operations })
}

export const fail = (errorMessage) => write({ success: false, errorMessage })

/** How far it is, while it runs. */
export const say = (progress) =>
  writeFileSync(`${folder}/output/progress.json`, JSON.stringify(progress))

const write = (report) => writeFileSync(`${folder}/output/output.json`, JSON.stringify(report))
