/** An OpenID Connect provider over loopback that is honest, by `oidc-provider`. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export const CLIENT = { clientId: 'mimamori', clientSecret: 'a secret of the client' }
export type Identity = {
  email?: string
  email_verified?: boolean
  groups?: string[]
  given_name?: string
  family_name?: string
}

/** A server on a free port. */
export async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Ends it with its connections. */
export const stopped = (server: Server) => async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}

/**
 * `people`: by subject; who is missing is refused. `visit`: a browser with its own cookies, and the query it comes back
 * with. `saysWhen`: it tells when the password was entered.
 */
export async function startHonest(redirectUri: string, saysWhen = false) {
  const people = new Map<string, Identity>()
  let visitor = ''
  let signedInAgoSeconds = 0
  let isCancelled = false
  let passwords = 0
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const { server, url } = await listen((request, response) => answer(request, response))
  const scope = 'openid email profile groups offline_access'
  const settings: Configuration = {
    clients: [
      {
        ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
        post_logout_redirect_uris: [redirectUri],
        ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
        require_auth_time: saysWhen,
      },
    ],
    cookies: { keys: ['for tests'] },
    scopes: scope.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      groups: ['groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    // The clock of the service moves by days; the provider's does not.
    ttl: {
      IdToken: 30 * 86_400,
      AccessToken: 3_600,
      RefreshToken: 30 * 86_400,
      Grant: 30 * 86_400,
      Session: 86_400,
      Interaction: 600,
    },
    findAccount: (_, id) => {
      const found = people.get(id)
      return found && { accountId: id, claims: () => ({ sub: id, ...found }) }
    },
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(url, settings)
  const serve = provider.callback()
  answer = (request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void serve(request, response)
    passwords++
    const ts = Math.floor(Date.now() / 1_000) - signedInAgoSeconds
    const outcome = isCancelled ? { error: 'access_denied' } : { login: { accountId: visitor, ts } }
    void provider.interactionFinished(request, response, outcome)
  }

  return {
    url,
    people,
    /** How often it asked for a password. */
    get passwords() {
      return passwords
    },
    /**
     * This person sits before the browsers that come from now on: `agoSeconds` since they entered their password, or they cancel.
     */
    seat(subject: string, { agoSeconds = 0, cancels = false } = {}) {
      visitor = subject
      signedInAgoSeconds = agoSeconds
      isCancelled = cancels
    },
    async visit(address: string, subject: string): Promise<string> {
      visitor = subject
      const jar = new Map<string, string>()
      for (let next = address; ; ) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = line.split(';')[0]!.split('=')
          jar.set(name, value)
        }
        const to = response.headers.get('location')
        if (to === null) throw new Error(`The provider stopped at ${next}: ${await response.text()}`)
        next = new URL(to, next).href
        if (next.startsWith(redirectUri)) return next.slice(next.indexOf('?') + 1)
      }
    },
    stop: stopped(server),
  }
}
