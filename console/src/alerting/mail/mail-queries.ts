/** Reads of the mailbox, one hook each. Keys start with 'mail'. */
import { useCall, usePageCall } from '#lib/service/use-call.ts'

/** New e-mails arrive while the page is open, because a user waits for a code. */
const LOOK_AGAIN_MS = 5_000

type MailRequest = { text?: string; pageNumber: number; pageSize: number }

export function useMailPage({ text, ...page }: MailRequest) {
  return usePageCall(
    ['mail', 'page', text, page],
    'mail.search',
    { query: page, body: { text } },
    { refetchInterval: LOOK_AGAIN_MS },
  )
}

export function useMail(id: string) {
  return useCall(['mail', 'one', id], 'mail.get', { params: { id } })
}
