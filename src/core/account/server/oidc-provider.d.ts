/** The part of oidc-provider that Foolscap uses; the package brings no types. */
declare module 'oidc-provider' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Interaction = { uid: string; params: Record<string, unknown> }

  export type Context = {
    type: string
    status: number
    body: unknown
    oidc: {
      account: { accountId: string }
      client: { clientId: string }
      provider: Provider
    }
  }

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export type InteractionResult =
    | { login: { accountId: string; remember: boolean } }
    | { error: string; error_description: string }

  export default class Provider extends EventEmitter {
    constructor(issuer: string, configuration: Record<string, unknown>)
    proxy: boolean
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>
  }
}
