// Loaded into the server of journeys before its program. They create and sign in hundreds of users, and none
// of them measures what it takes to guess a password: that is a test of the server.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback)
syncBuiltinESMExports()
