import Fastify from 'fastify'
import { writeSync, openSync, readFileSync } from 'node:fs'
const flags = new Set((process.argv[2]||'').split(','))
const sec = {'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",'cross-origin-opener-policy':'same-origin','cross-origin-resource-policy':'same-origin','referrer-policy':'no-referrer','x-content-type-options':'nosniff','x-frame-options':'DENY'}
class Lazy { #a; #b; constructor(a,b){this.#a=a;this.#b=b} info(){} error(){} debug(){} fatal(){} warn(){} trace(){} child(){} silent(){} }
const app = Fastify({ logger:false, routerOptions: { ignoreTrailingSlash:true, maxParamLength:512}, ...(flags.has('timeout')?{requestTimeout:300000}:{}), ...(flags.has('uuid')?{genReqId:()=>crypto.randomUUID()}:{}), ...(flags.has('lazy')?{childLoggerFactory:(_l,b)=>new Lazy(_l,b)}:{}) })
const body = JSON.stringify({a:'x'.repeat(700)})
const fd = openSync('/tmp/speed/log','w'); let buf='',pl=false
if (flags.has('hook')||flags.has('sec')) app.addHook('onRequest',(q,r,d)=>{ q.startedAt=performance.now(); if (flags.has('sec')) r.headers(sec); d() })
if (flags.has('secmerge')) app.addHook('onRequest',(q,r,d)=>{ r.headers(sec); d() })
app.decorateRequest('startedAt',0)
if (flags.has('send')) app.addHook('onSend',(q,r,p,d)=>{ r.header('request-time', 1); r.header('cache-control','no-store')
 if (flags.has('log')) { buf+=`{"level":30,"time":"2026-11-15T05:07:33.393Z","pid":1,"reqId":"${q.id}","method":"${q.method}","path":${JSON.stringify(q.url)},"status":${r.statusCode},"ms":1,"address":"${q.ip}","msg":"request"}\n`; if(!pl){pl=true;setImmediate(()=>{pl=false;writeSync(fd,Buffer.from(buf));buf=''})} }
 d() })
app.get('/*', (q, r) => { r.type('application/json; charset=utf-8').send(body) })
console.log(`bare is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
