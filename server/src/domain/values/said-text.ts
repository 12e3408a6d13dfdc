const maxText = 300

/** One line: what the author of a sample wrote into it must not move what stands beside it. */
export const cleanText = (text: string): string =>
  text.slice(0, maxText).replaceAll('\0', '\ufffd').replace(/\s+/g, ' ').trim().toWellFormed()
