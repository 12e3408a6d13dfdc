#!/usr/bin/env node
// The entrance of the installed package. Written so that every Node can read it: an old one is to say
// what it is too old for, and not where it stumbled.
var minimum = 24
var needs = 'assay needs Node ' + minimum + ' or newer; this is ' + process.version + '.\n'
var help = 'Install it from https://nodejs.org, then run the same command again.\n'

if (parseInt(process.versions.node, 10) >= minimum) {
  require('./enter.cjs')
} else {
  process.stderr.write(needs + help)
  process.exitCode = 1
}
