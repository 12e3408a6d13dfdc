export const texts = {
  'tour.open': 'Guided tour',
  'tour.close': 'Close the tour',
  'tour.step': 'Guided tour · {step} of {count}',
  'tour.next': 'Next',
  'tour.back': 'Back',
  'tour.end': 'Done',
  'tour.welcome.title': 'One morning at Example Bank',
  'tour.welcome.text':
    'Everything here is made up, and you may press anything. In five minutes you follow a mail from the first alert to what was done about it.',
  'tour.welcome.go': 'Start at the overview',
  'tour.alert.title': '1. An alert comes in',
  'tour.alert.text':
    'The mail gateway reports more mails in the name of the bank. The alert says what is known of its values and which case is like it.',
  'tour.alert.go': 'Open the alert',
  'tour.value.title': '2. Is it bad, and why?',
  'tour.value.text':
    'A value has one page: the verdict, the reasons as sentences, what it is connected to and where it was seen.',
  'tour.value.go': 'Open a value',
  'tour.case.title': '3. The case tells the story',
  'tour.case.text':
    'Alerts are merged into a case. It holds the values with their verdicts, the tasks and what everybody wrote and did.',
  'tour.case.go': 'Open the case',
  'tour.respond.title': '4. Do something about it',
  'tour.respond.text':
    'In the case, press Respond: a responder puts a value on a block list, sends a mail or sets a tag. Its result appears in the case.',
  'tour.respond.go': 'Back to the case',
  'tour.activity.title': '5. See what was done',
  'tour.activity.text':
    'Activity lists every analysis and response, who asked for it and what came of it. That was the tour; look around as long as you like.',
  'tour.activity.go': 'Open the responses',
} as const
