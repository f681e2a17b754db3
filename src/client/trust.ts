import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** Trusts these authorities beside the usual ones, among them those of NODE_EXTRA_CA_CERTS. */
export const trusting = (authorities: string): SecureContext =>
  createSecureContext({ ca: [...getCACertificates('default'), authorities] })
