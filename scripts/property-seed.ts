// Before every test file. `npm test` finds the same whenever it is run, so a change fails because of
// what it changes and not by chance. `PROPERTY_SEED=random` looks for something new.
import fc from 'fast-check'

const wanted = process.env.PROPERTY_SEED ?? '20261115'
fc.configureGlobal(wanted === 'random' ? {} : { seed: Number(wanted) })
