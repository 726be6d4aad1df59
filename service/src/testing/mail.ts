/** Reads the e-mails that the service wrote: newest first, opened as the service would. */
import type { TestService } from './service.ts'

type TestMail = { id: string; recipient: string; template: string; subject: string; text: string }

/** All e-mails to one address whose text still exists. */
export async function mailsTo({ sql, platform }: TestService, recipient: string): Promise<TestMail[]> {
  const rows = await sql<{ id: string; tenant_id: string; template: string; subject: string; body: string }[]>`
    select id, tenant_id, template, subject, body from mail_message
    where recipient = ${recipient} and body is not null order by created_at desc, id desc`
  return rows.map(({ id, tenant_id: tenantId, body, ...row }) => ({
    ...row,
    id,
    recipient,
    text: platform.mail.open(body, { tenantId, id }).text,
  }))
}

/** The token of the newest invitation to that address. */
export async function invitationTo(service: TestService, recipient: string): Promise<string> {
  const mail = (await mailsTo(service, recipient)).find(({ template }) => template === 'invitation')
  return /\/auth\/register-unprotected#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The newest code to that address. */
export async function codeTo(service: TestService, recipient: string): Promise<string> {
  const mail = (await mailsTo(service, recipient)).find(({ template }) => template === 'reset-code')
  return /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}
