// Networks for tests: their cameras live on this machine.
import type { NetworkRules } from '#platform/networks.ts'

export const LOOPBACK: NetworkRules = { cidrs: [], isLoopbackAllowed: true }
