export const texts = {
  'tour.open': 'Guided tour',
  'tour.close': 'Close the tour',
  'tour.step': 'Guided tour · {step} of {count}',
  'tour.next': 'Next',
  'tour.back': 'Back',
  'tour.end': 'Done',
  'tour.welcome.title': 'One morning at Example Bank',
  'tour.welcome.text':
    'Everything here is sample data: press anything. In five minutes you follow an email from the first alert to the response.',
  'tour.welcome.go': 'Start at the overview',
  'tour.alert.title': '1. An alert comes in',
  'tour.alert.text':
    'The mail gateway reports more emails in the name of the bank. The alert shows the verdicts of its observables and the most similar case.',
  'tour.alert.go': 'Open the alert',
  'tour.value.title': '2. Is it malicious, and why?',
  'tour.value.text':
    'Each observable has one page: the verdict, the reasons, what it is related to and where it was seen.',
  'tour.value.go': 'Open an observable',
  'tour.case.title': '3. The case collects everything',
  'tour.case.text':
    'Alerts are merged into a case. It holds the observables with their verdicts, the tasks and everything people wrote and did.',
  'tour.case.go': 'Open the case',
  'tour.respond.title': '4. Respond',
  'tour.respond.text':
    'In the case, press Respond: a responder adds an observable to a block list, sends an email or sets a tag. Its result appears in the case.',
  'tour.respond.go': 'Back to the case',
  'tour.activity.title': '5. Review what was done',
  'tour.activity.text':
    'Activity lists every analysis and response, who ran it and the result. This is the end of the tour.',
  'tour.activity.go': 'Open the responses',
} as const
