import { describe, expect, it } from 'vitest'
import type { Criteria } from './criteria-tree.ts'
import { startAt } from './criteria-tree.ts'
import { parseQueryString } from './query-string.ts'

const parse = (text: string) => parseQueryString(text, startAt('query'))

/** A short form for the tables below: `=` any word, `==` all words, `~` a pattern, `?` exists. */
const show = (criteria: Criteria): string => {
  switch (criteria.kind) {
    case 'all':
    case 'none':
      return criteria.kind
    case 'and':
    case 'or':
      return `(${criteria.of.map(show).join(` ${criteria.kind} `)})`
    case 'not':
      return `not ${show(criteria.of)}`
    case 'equals':
      return `${criteria.field} is ${criteria.value}`
    case 'like':
      return `${criteria.field}${criteria.words === 'all' ? '==' : '='}${criteria.value}`
    case 'range':
      return `${criteria.field} ${JSON.stringify(criteria.bounds)}`
    case 'exists':
      return `${criteria.field}?`
    case 'wildcard':
      return `${criteria.field}~${criteria.pattern}`
    case 'anywhere':
      return `${criteria.words === 'all' ? '==' : '='}${criteria.value}`
    case 'anywhere-wildcard':
      return `~${criteria.pattern}`
    case 'type':
      return `type ${criteria.type}`
    case 'in':
    case 'part':
    case 'parent':
    case 'child':
      throw new Error(`a query string never gives ${criteria.kind}`)
  }
}

describe('a query string', () => {
  it.each([
    ['', 'all'],
    ['  ', 'all'],
    ['*', 'all'],
    ['*:*', 'all'],
    ['a', '=a'],
    [' a ', '=a'],
    ['a b', '(=a or =b)'],
    ['a OR b', '(=a or =b)'],
    ['a || b', '(=a or =b)'],
    ['a AND b', '(=a and =b)'],
    ['a && b', '(=a and =b)'],
    ['a AND b OR c', '((=a and =b) or =c)'],
    ['a OR b AND c', '(=a or (=b and =c))'],
    ['a and b', '(=a or =and or =b)'],
    ['ANDROID', '=ANDROID'],
    ['NOT a', 'not =a'],
    ['!a', 'not =a'],
    ['-a', 'not =a'],
    ['NOT NOT a', '=a'],
    ['a NOT b', '(=a and not =b)'],
    ['a -b', '(=a and not =b)'],
    ['a - b', '(=a and not =b)'],
    ['-a -b', '(not =a and not =b)'],
    ['a OR NOT b', '(=a or not =b)'],
    ['NOT a OR b', '(not =a or =b)'],
    ['a AND NOT b', '(=a and not =b)'],
    ['+a b', '=a'],
    ['+a +b c', '(=a and =b)'],
    ['+a -b c', '(=a and not =b)'],
    ['a b -c', '((=a or =b) and not =c)'],
    ['e-mail', '=e-mail'],
    ['C++', '=C++'],
    ['(a OR b) AND c', '((=a or =b) and =c)'],
    ['NOT (a b)', 'not (=a or =b)'],
    ['((a))', '=a'],
    ['"a b"', '==a b'],
    ['"a \\" b"', '==a " b'],
    ['status:a', 'status=a'],
    ['status: a', 'status=a'],
    ['status:"a b"', 'status==a b'],
    ['status:(a b)', '(status=a or status=b)'],
    ['status:(a AND (b c))', '(status=a and (status=b or status=c))'],
    ['status:(a name:b)', '(status=a or name=b)'],
    ['-status:a', 'not status=a'],
    ['status:a name:b', '(status=a or name=b)'],
    ['attachment.name:a', 'attachment.name=a'],
    ['url:http://a.b/c?d', 'url~http://a.b/c?d'],
    ['url:http://a.b/c', 'url=http://a.b/c'],
    ['ip:2001:db8::1', 'ip=2001:db8::1'],
    ['a\\:b', '=a:b'],
    ['a\\ b', '=a b'],
    ['\\(a\\)', '=(a)'],
    ['\\AND', '=AND'],
    ['\\😀', '=😀'],
    ['a*', '~a*'],
    ['a?c', '~a?c'],
    ['a\\*', '=a*'],
    ['a\\*b*', '~a?b*'],
    ['status:a*', 'status~a*'],
    ['status:*', 'status?'],
    ['_exists_:status', 'status?'],
    ['_exists_:"status"', 'status?'],
    ['_id:a', '_id=a'],
    ['_type:job', 'type job'],
    ['_type:"job"', 'type job'],
    ['rate:[1 TO 5]', 'rate {"gte":"1","lte":"5"}'],
    ['rate:{1 TO 5}', 'rate {"gt":"1","lt":"5"}'],
    ['rate:[1 TO 5}', 'rate {"gte":"1","lt":"5"}'],
    ['rate:{ 1  TO  5 ]', 'rate {"gt":"1","lte":"5"}'],
    ['rate:[* TO 5]', 'rate {"lte":"5"}'],
    ['rate:[1 TO *}', 'rate {"gte":"1"}'],
    ['rate:[* TO *]', 'rate?'],
    ['name:["a b" TO "c d"]', 'name {"gte":"a b","lte":"c d"}'],
    ['rate:[-5 TO -1]', 'rate {"gte":"-5","lte":"-1"}'],
    ['rate:>5', 'rate {"gt":"5"}'],
    ['rate:>=5', 'rate {"gte":"5"}'],
    ['rate:<5', 'rate {"lt":"5"}'],
    ['rate:<=-5', 'rate {"lte":"-5"}'],
    ['rate:>= "5"', 'rate {"gte":"5"}'],
    ['rate:(>=1 AND <5)', '(rate {"gte":"1"} and rate {"lt":"5"})'],
    ['rate:([1 TO 2] [5 TO 6])', '(rate {"gte":"1","lte":"2"} or rate {"gte":"5","lte":"6"})'],
    ['a^2 b^0.5', '(=a or =b)'],
    ['"a b"^2', '==a b'],
    ['(a b)^2', '(=a or =b)'],
    ['a"b"', '(=a or ==b)'],
    ['(a)(b)', '(=a or =b)'],
    ['a AND(b)', '(=a and =b)'],
    ['>5', '=>5'],
    ['a\u3000b', '(=a or =b)'],
  ])('%j', (text, expected) => {
    expect(show(parse(text))).toBe(expected)
  })

  it.each([
    ['AND', 'needs a term before it'],
    ['OR a', 'needs a term before it'],
    ['a AND', 'AND needs a term after it'],
    ['a AND OR b', 'OR at character'],
    ['NOT', 'unexpected end of query'],
    ['a -', 'unexpected end of query'],
    ['+-a', 'two operators'],
    ['(a', 'unclosed parenthesis'],
    ['a)', 'unexpected ) at character 2'],
    ['()', 'empty parentheses'],
    ['"a', 'unclosed quote'],
    ['"a\\"', 'unclosed quote'],
    [':a', 'unexpected : at character 1'],
    ['status:', 'needs a value after the colon'],
    ['status:)', 'needs a value after the colon'],
    ['sta*:a', 'is not a field'],
    ['*:a', 'is not a field'],
    ['[1 TO 5]', 'unexpected ['],
    ['rate:[1 5]', 'write a range as [a TO b]'],
    ['rate:[1 TO 5', 'the range is not closed'],
    ['rate:[1 TO', 'write a range as'],
    ['rate:[TO 5]', 'write a range as'],
    ['a~', 'fuzzy and proximity'],
    ['"a b"~2', 'fuzzy and proximity'],
    ['a^x', 'unexpected ^'],
    ['a\\', 'unexpected \\'],
    ['a]', 'unexpected ]'],
    ['*'.repeat(257), 'can have at most 256 characters'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(message)
    expect(() => parse(text)).toThrow(expect.objectContaining({ type: 'SearchError' }))
  })
})
