/** Loaded before the service: resolves its names with the resolver in BENCH_RESOLVER instead of the system's. */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

const servers = [process.env.BENCH_RESOLVER!]

class Resolver extends dns.promises.Resolver {
  constructor(options?: ConstructorParameters<typeof dns.promises.Resolver>[0]) {
    super(options)
    this.setServers(servers)
  }
}

dns.setServers(servers)
dns.promises.Resolver = Resolver
syncBuiltinESMExports()
