/** The contract's table reduced to what a browser needs; made by build/call-table.ts. */
declare module 'virtual:calls' {
  import type { Role } from '@mimamori/contract/identity/roles.ts'

  /** Without roles the call is open to everybody who is signed in, or to everybody. `whileBound` of the contract is the last. */
  export const calls: Readonly<
    Record<string, readonly [method: string, path: string, roles?: readonly Role[], isRefusedWhileBound?: 1]>
  >
}
