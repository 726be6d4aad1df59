/** Whether the service refuses this network: the person is signed in, but not where the site allows it. SET-01. */
import { createStore } from '../store.ts'

const blocked = createStore(() => false)

/** Set by every answer to a signed-in call. */
export const setBlocked = blocked.set
export const useIsBlocked = blocked.use
