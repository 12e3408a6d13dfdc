/** Values that people look at together, under a name. */
export interface InvestigationTable {
  id: string
  organization: string
  name: string
  tlp: number
  pap: number
  created_at: number
  created_by: string
  updated_at: number | null
  updated_by: string | null
}

export interface InvestigationValueTable {
  investigation_id: string
  organization: string
  /** See `domain/values/key.ts`. */
  value_hash: string
  /** In which order they were added. */
  position: number
  data_type: string
  /** SHA-256 of the text or of the file: finds observables. */
  text_hash: string
  is_file: number
  file_name: string | null
  /** Of a file none. */
  data: string | null
}

/** The job that counts here for each value and analyzer; a deleted one is ignored. */
export interface InvestigationJobTable {
  investigation_id: string
  organization: string
  value_hash: string
  worker_id: string
  job_id: string
}

/** Cases that values were added to. */
export interface InvestigationCaseTable {
  investigation_id: string
  organization: string
  case_id: string
  added_at: number
}

export interface InvestigationTables {
  investigations: InvestigationTable
  investigation_values: InvestigationValueTable
  investigation_jobs: InvestigationJobTable
  investigation_cases: InvestigationCaseTable
}
