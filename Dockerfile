# The sandbox, and what n8n gets at its first start. `docker compose up` builds both: compose.yaml.
ARG N8N_VERSION=2.41.1

# Packs this clone: the nodes and the sandbox, as they are published, and the examples.
FROM node:24-slim AS packages
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY sandbox/package.json sandbox/
COPY sandbox/reader/package.json sandbox/reader/
COPY scripts/*.mjs scripts/
RUN node scripts/ready.mjs
COPY . .
RUN mkdir -p /packages/nodes \
 && npm run build \
 && npm pack --ignore-scripts --pack-destination /packages \
 && tar -xzf /packages/n8n-nodes-document-processing-*.tgz -C /packages/nodes --strip-components=1 \
 && node scripts/node.mjs scripts/pack-sandbox.mjs /packages \
 && node scripts/node.mjs --no-warnings scripts/start/compose.ts /packages/examples

# Installs the sandbox with its neural networks, and drops what only other machines or browsers use.
FROM node:24-slim AS installed
COPY --from=packages /packages/document-processing-sandbox-*.tgz /packages/
WORKDIR /app
# Install scripts would download CUDA.
RUN tar -xzOf /packages/document-processing-sandbox-*.tgz package/package.json > manifest.json \
 && networks=$(node -p "Object.entries(require('./manifest.json').peerDependencies).map((one) => one.join('@')).join(' ')") \
 && rm manifest.json \
 && npm install --ignore-scripts --no-audit --no-fund /packages/document-processing-sandbox-*.tgz $networks
RUN cd node_modules \
 && find onnxruntime-node/bin -type f ! -path "*/$(node -p 'process.platform')/$(node -p 'process.arch')/*" -delete \
 && find tesseract.js-core -name 'tesseract-core*' ! -name 'tesseract-core-relaxedsimd-lstm.*' -delete \
 && find @tesseract.js-data -name '*.gz' ! -path '*/4.0.0_best_int/*' -delete \
 && find . \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete \
 && rm -rf pdfjs-dist/build pdfjs-dist/web pdfjs-dist/legacy/web pdfjs-dist/image_decoders pdfjs-dist/legacy/image_decoders

# What compose.yaml runs once before n8n: the nodes into n8n's folder, the examples into its database.
FROM n8nio/n8n:${N8N_VERSION} AS setup
COPY --from=packages /packages/nodes /setup/nodes
COPY --from=packages /packages/examples /setup/examples
COPY scripts/start/setup.sh /setup/
# A new volume takes over the owner of the folder.
RUN mkdir -p /home/node/.n8n /home/node/.n8n-files
ENTRYPOINT ["sh", "/setup/setup.sh"]

FROM node:24-slim AS sandbox
ENV NODE_ENV=production SANDBOX_HOST=0.0.0.0 SANDBOX_DATA=/data
RUN mkdir /data && chown node:node /data
COPY --from=installed /app /app
USER node
VOLUME /data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:4010/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/node_modules/.bin/document-processing-sandbox"]
