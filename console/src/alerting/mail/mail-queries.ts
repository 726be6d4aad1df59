/** Reads of the mailbox, one hook each. Keys start with 'mail'. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

/** New e-mails arrive while the page is open, because a user waits for a code. */
const LOOK_AGAIN_MS = 5_000

type MailQuestion = { text?: string; pageNumber: number; pageSize: number }

export function useMailPage({ text, ...page }: MailQuestion) {
  return useQuery({
    queryKey: ['mail', 'page', text, page],
    queryFn: ({ signal }) => call('mail.search', { query: page, body: { text } }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  })
}

export function useMail(id: string) {
  return useQuery({
    queryKey: ['mail', 'one', id],
    queryFn: ({ signal }) => call('mail.get', { params: { id } }, signal),
  })
}
