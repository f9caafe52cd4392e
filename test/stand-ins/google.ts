import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The person who is signed in at Google, in Google's words. */
export type GooglePerson = {
  sub: string
  email: string
  email_verified: boolean
  given_name?: string
  family_name?: string
  picture?: string
}

/** How it behaves: well, or in one of the ways that a client must not believe or survive. */
export type Mood =
  | 'well'
  | 'access_denied'
  | 'server_error'
  | 'wrong nonce'
  | 'bad signature'
  | 'other audience'
  | 'old token'
  | 'code refused'
  | 'html instead of json'
  | 'silent'

export type Google = {
  issuer: string
  clientId: string
  clientSecret: string
  person: GooglePerson
  mood: Mood
  /** What the last browser brought to the authorization address. */
  asked: URLSearchParams
  requests: number
  close: () => Promise<void>
}

type Granted = { params: URLSearchParams; person: GooglePerson }

/** An OpenID provider on loopback that signs `person` in without asking, and does what its `mood` says. */
export async function startGoogle(): Promise<Google> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Granted>()
  const server = createServer((request, response) => {
    google.requests++
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const google: Google = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'foolscap-at-google',
    clientSecret: 'what google knows of foolscap',
    person: { sub: '1001', email: 'jane@example.org', email_verified: true, given_name: 'Jane', family_name: 'Austen' },
    mood: 'well',
    asked: new URLSearchParams(),
    requests: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return google

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', google.issuer)
    if (google.mood === 'silent') return
    if (google.mood === 'html instead of json' && url.pathname !== '/authorize') {
      response.setHeader('content-type', 'text/html')
      response.end('<h1>502 Bad Gateway</h1>')
      return
    }
    if (url.pathname === '/.well-known/openid-configuration') return json(response, 200, metadata(google.issuer))
    if (url.pathname === '/jwks') return json(response, 200, { keys: [publicKey(keys.publicKey)] })
    if (url.pathname === '/authorize') return authorize(url.searchParams, response)
    if (url.pathname === '/token' && request.method === 'POST') return token(await form(request), response)
    json(response, 404, { error: 'not_found' })
  }

  function authorize(params: URLSearchParams, response: ServerResponse): void {
    google.asked = params
    const back = new URL(params.get('redirect_uri') ?? '')
    back.searchParams.set('state', params.get('state') ?? '')
    if (google.mood === 'access_denied' || google.mood === 'server_error') back.searchParams.set('error', google.mood)
    else {
      const code = randomBytes(12).toString('hex')
      codes.set(code, { params, person: { ...google.person } })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function token(sent: URLSearchParams, response: ServerResponse) {
    const code = sent.get('code') ?? ''
    const granted = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    if (sent.get('client_id') !== google.clientId || sent.get('client_secret') !== google.clientSecret) {
      return json(response, 401, { error: 'invalid_client' })
    }
    if (
      google.mood === 'code refused' ||
      !granted ||
      granted.params.get('code_challenge_method') !== 'S256' ||
      granted.params.get('code_challenge') !== challenge ||
      granted.params.get('redirect_uri') !== sent.get('redirect_uri')
    ) {
      return json(response, 400, { error: 'invalid_grant' })
    }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: google.issuer,
      aud: google.mood === 'other audience' ? 'somebody else' : google.clientId,
      iat: google.mood === 'old token' ? now - 7200 : now,
      exp: google.mood === 'old token' ? now - 3600 : now + 3600,
      nonce: google.mood === 'wrong nonce' ? 'another nonce' : granted.params.get('nonce'),
      ...granted.person,
    }
    const key =
      google.mood === 'bad signature' ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : keys.privateKey
    json(response, 200, {
      access_token: 'of no use',
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: jwt(claims, key),
    })
  }
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['plain', 'S256'],
})

const publicKey = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' })

function jwt(claims: object, key: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function form(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}
