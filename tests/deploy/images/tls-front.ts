import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';

/** The key and the certificate of 127.0.0.1, which this process trusts from now on. */
export type Certificate = { key: Buffer; cert: Buffer };

export async function trustedCertificate(folder: string): Promise<Certificate> {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile)]);
  setDefaultCACertificates([...getCACertificates('default'), cert.toString()]);
  return { key, cert };
}

/** What stands before a service in production: it ends TLS, and says so in the headers. */
export async function startTlsFront(
  port: number,
  servicePort: number,
  certificate: Certificate,
): Promise<Server> {
  const front = createServer(certificate, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
    const onward = request(
      { host: '127.0.0.1', port: servicePort, method, path, headers: { ...headers, ...forwarded } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  front.listen(port, '127.0.0.1');
  await once(front, 'listening');
  return front;
}
