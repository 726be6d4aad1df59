/** The contract's table reduced to what a browser needs to send a call; made by build/call-table.ts. */
declare module 'virtual:calls' {
  export const calls: Readonly<Record<string, readonly [method: string, path: string]>>
}
