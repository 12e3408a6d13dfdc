/**
 * What a script of a picture needs for anything but drawing: to leave, load, send, decode, write markup, or reach a name
 * by its parts. Charts and flame graphs read the address and change shapes.
 */
const reachesFurther =
  /\blocation\s{0,5}(?:=(?!=)|\.\s{0,5}(?:href|hash|search|pathname|host|hostname|protocol)\s{0,5}=(?!=)|\.\s{0,5}(?:assign|replace|reload)\b|\[)|\b(?:open|navigate|eval|Function|execScript|atob|unescape|fromCharCode|fromCodePoint|charCodeAt|codePointAt|TextDecoder|Uint8Array|Blob|createObjectURL|fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|Worker|import|importScripts|innerHTML|outerHTML|insertAdjacentHTML|DOMParser|srcdoc|write|writeln|cookie|localStorage|sessionStorage|clipboard|execCommand|Reflect|Proxy|constructor|prompt|submit|postMessage|javascript|ActiveXObject|WScript)\b|\b(?:window|self|top|parent|frames|globalThis|document|this)\s{0,5}\[|["'`]\s{0,5}\]\s{0,5}[([]|\bcreateElement\s{0,5}\(|(?:href|action|formaction|src|data)["'`]?\s{0,5}[,=](?!=)|\\(?:x[0-9a-fA-F]{2}|u\{?[0-9a-fA-F]{2})|&#|["'`][A-Za-z0-9+/=_-]{120,}["'`]|\bset(?:Timeout|Interval)\s{0,5}\(\s{0,5}["'`]/

const longest = 100_000

/** Whether these scripts only draw. What is too long to be read for certain does not. */
export const onlyDraws = (scripts: readonly string[]): boolean =>
  scripts.reduce((sum, { length }) => sum + length, 0) <= longest &&
  scripts.every((script) => !reachesFurther.test(script))
