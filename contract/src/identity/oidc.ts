/** Signing in through the OpenID Connect provider of an organization. REACH-40 to REACH-44; domain.md "Sign-in by a provider". */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { externalReason } from '../shared/external-reason.ts'
import { ORGANISERS } from '../shared/roles.ts'
import { codeText, line, nameText } from '../shared/text.ts'
import { passkeyAnswer } from './passkey-answer.ts'
import { locale, sessionUser } from './session.ts'

/** The roles that groups of a provider can give; never one above ORG_ADMIN. */
export const OIDC_ROLES = ['ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER', 'ANNOTATOR'] as const

const oidcRule = z
  .strictObject({
    /** One value of the claim, compared exactly. */
    group: nameText('oidc.group-required', 200),
    role: z.enum(OIDC_ROLES),
    /** Null for ORG_ADMIN alone, whose place is the organization. */
    siteId: z.uuid().nullable(),
    /** Name of a unit of the site; empty: the whole site. */
    unit: line(120),
  })
  .refine(({ role, siteId }) => (role === 'ORG_ADMIN') === (siteId === null), {
    message: 'oidc.site-required',
    path: ['siteId'],
  })

/** Largest number of groups in the table. */
const RULES_MAX = 200

export const oidcForm = z.strictObject({
  isEnabled: z.boolean(),
  /** As the provider names itself in its discovery document. */
  issuer: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https?:\/\/[^\s?#]+)?$/i, 'oidc.issuer-form'),
  clientId: codeText().max(300),
  /** Empty or omitted: the secret stays unchanged. */
  clientSecret: codeText().max(1_000).optional(),
  /** The claim that has the groups of a person: a text, or a list of texts. */
  groupsClaim: codeText().min(1, 'oidc.claim-required').max(100),
  /** In this order: the first that matches decides role and site; further ones of both add units. */
  rules: z.array(oidcRule).max(RULES_MAX),
  /** People of the organization sign in through the provider alone. */
  isForced: z.boolean(),
  /** A sign-in through the provider counts as the second step that a site requires. */
  isFactor: z.boolean(),
})
export type OidcForm = z.input<typeof oidcForm>

const oidc = oidcForm.omit({ clientSecret: true }).extend({
  tenantId: z.uuid(),
  /** Last characters of the secret; null: none was set. */
  secretLastFour: z.string().nullable(),
  /** What people enter on the sign-in page; null: never saved. Random, so that nobody guesses who signs in this way. */
  signInKey: z.string().nullable(),
  /** What the provider has to send people back to. */
  redirectUri: z.string(),
  /** People who have signed in through this issuer. */
  people: z.number().int(),
  /** 0: never saved. */
  version: z.number().int(),
})
export type Oidc = z.infer<typeof oidc>

/** What can be wrong with a provider, beyond its address. */
export const OIDC_ERRORS = ['not-set', 'not-oidc', 'issuer-differs', 'no-code', 'no-pkce', 'no-keys'] as const
export type OidcError = (typeof OIDC_ERRORS)[number]

const oidcTest = z.object({
  isReady: z.boolean(),
  reason: z.union([z.enum(OIDC_ERRORS), externalReason]).nullable(),
})
export type OidcTest = z.infer<typeof oidcTest>

const organization = { tenantId: z.uuid().optional() }
/** Random text of the browser that began a sign-in: nobody else can finish it. */
const handle = z.string().min(20).max(100)
/** The query of the redirect, without the question mark. */
const answer = z.string().max(8_000)
/** Where the browser goes. */
const departure = z.object({ url: z.string(), handle })

export const oidcEndpoints = {
  'oidc.get': endpoint({
    method: 'GET',
    path: 'security/oidc',
    access: ORGANISERS,
    summary: 'The OpenID Connect provider through which people of an organization sign in.',
    query: z.strictObject(organization),
    response: oidc,
  }),
  'oidc.save': endpoint({
    method: 'PUT',
    path: 'security/oidc',
    access: ORGANISERS,
    needsProof: true,
    summary: 'Change the provider of an organization. Its secret is never returned; another issuer drops it.',
    body: oidcForm.extend({ ...organization, version: z.number().int().min(0) }),
    changesObject: oidc,
    response: oidc,
    changes: true,
  }),
  'oidc.test': endpoint({
    method: 'POST',
    path: 'security/oidc/test',
    access: ORGANISERS,
    summary: 'Read the discovery document and the keys of the saved provider now, and return what is wrong.',
    body: z.strictObject(organization),
    response: oidcTest,
    lasting: true,
    changes: true,
  }),
}

export const oidcSignInEndpoints = {
  'oidc.begin': endpoint({
    method: 'POST',
    path: 'oidc/begin',
    access: 'public',
    summary:
      'Begin a sign-in through the provider of the organization with this key. Every unknown key answers the same.',
    body: z.strictObject({
      signInKey: codeText().min(1).max(40),
      locale,
      /** The provider asks for name and password although it knows the browser. */
      isFresh: z.boolean().optional(),
    }),
    response: departure,
  }),
  'oidc.finish': endpoint({
    method: 'POST',
    path: 'oidc/finish',
    access: 'public',
    summary:
      'Finish it with what the provider sent back. A second step is sent with the same handle. A person with an account of the same address proves it by `login` with the handle.',
    body: z.strictObject({
      handle,
      answer,
      deviceType: z.enum(['web', 'WEB']),
      code: codeText().max(40).optional(),
      passkey: passkeyAnswer.optional(),
      deviceMark: z.string().max(300).optional(),
    }),
    response: sessionUser,
  }),
}

/** Proving oneself in an open session, which stays whatever happens at the provider. REACH-24. */
export const oidcProofEndpoints = {
  'oidc.beginProof': endpoint({
    method: 'POST',
    path: 'oidc/proof/begin',
    access: 'signed-in',
    summary: 'Begin to prove who one is through the own provider, which asks for name and password again.',
    body: z.strictObject({ locale }),
    response: departure,
    lasting: true,
    changes: true,
  }),
  'oidc.finishProof': endpoint({
    method: 'POST',
    path: 'oidc/proof/finish',
    access: 'signed-in',
    summary:
      'Finish it in the same session with what the provider sent back. 403 `oidc-other-person` when it names another one.',
    body: z.strictObject({ handle, answer }),
    lasting: true,
    changes: true,
  }),
}
