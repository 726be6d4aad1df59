/** A certificate's SHA-256 as cameras show it, in pairs: people compare it with the one on the camera's own page. */
import css from './connection-test.module.css'

export function Fingerprint({ of }: { of: string }) {
  return <code className={css.fingerprint}>{of.match(/../g)?.join(':')}</code>
}
