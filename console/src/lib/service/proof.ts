/** The question who works here, which a call waits for. REACH-24. */
import { createStore } from '../store.ts'

type Asked = { answer: (isProven: boolean) => void; proven: Promise<boolean> }
const asked = createStore<Asked | null>(() => null)

/** What the dialog answers; null: nothing waits. */
export const useProofAsked = asked.use

/** Whether the person proved it; several calls wait for one answer. */
export function askProof(): Promise<boolean> {
  const waiting = asked.get()
  if (waiting) return waiting.proven
  let resolve: (isProven: boolean) => void = () => undefined
  const proven = new Promise<boolean>((settle) => {
    resolve = settle
  })
  const answer = (isProven: boolean) => {
    asked.set(null)
    resolve(isProven)
  }
  asked.set({ answer, proven })
  return proven
}
