# The sandbox, and what n8n gets at its first start. `docker compose up` builds both: compose.yaml.
ARG NODE_VERSION=24.21.0
ARG N8N_VERSION=2.41.1

# Packs this clone: the nodes and the sandbox, as they are published, and the examples.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-bookworm-slim AS packages
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
 && node scripts/node.mjs scripts/start/compose.ts /packages/examples

# Installs the sandbox with its neural networks, and drops what only other machines, browsers or older versions of Node use.
# It runs on the machine that builds, for the processor of the image: nothing is emulated.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-bookworm-slim AS installed
ARG TARGETARCH
COPY --from=packages /packages/document-processing-sandbox-*.tgz /packages/
WORKDIR /app
# Install scripts would download CUDA.
RUN cpu=$(echo "$TARGETARCH" | sed s/amd64/x64/) \
 && tar -xzOf /packages/document-processing-sandbox-*.tgz package/package.json > manifest.json \
 && networks=$(node -p "Object.entries(require('./manifest.json').peerDependencies).map((one) => one.join('@')).join(' ')") \
 && rm manifest.json \
 && npm install --ignore-scripts --no-audit --no-fund --no-package-lock --os=linux --cpu="$cpu" /packages/document-processing-sandbox-*.tgz $networks
RUN cd node_modules \
 && find onnxruntime-node/bin -type f ! -path "*/linux/$(echo "$TARGETARCH" | sed s/amd64/x64/)/*" -delete \
 && find tesseract.js-core -name 'tesseract-core*' ! -name 'tesseract-core-relaxedsimd-lstm.js' ! -name '*-relaxedsimd-lstm.wasm' -delete \
 && find @tesseract.js-data -name '*.gz' ! -path '*/4.0.0_best_int/*' -delete \
 && find @vladmandic/face-api -type f ! -name package.json ! -name face-api.node.js ! -name 'ssd_mobilenetv1*' ! -name LICENSE -delete \
 && rm -rf .package-lock.json zxing-wasm/dist/full zxing-wasm/dist/writer @fastify/swagger-ui/static/swagger-ui.js yaml/browser \
 && rm -rf onnxruntime-node/script adm-zip global-agent node-sqlite3-wasm \
 && rm -rf @sinclair/typebox/build/cjs pkijs/build/index.es.js lru-cache/dist/*/browser lru-cache/dist/*/react-native \
 && find @brazilian-utils -name '*.cjs' -delete \
 && rm -rf pdfjs-dist/build pdfjs-dist/web pdfjs-dist/legacy/web pdfjs-dist/image_decoders pdfjs-dist/legacy/image_decoders \
 && rm -f pdfjs-dist/legacy/build/*.min.mjs pdfjs-dist/legacy/build/pdf.sandbox.mjs pdfjs-dist/wasm/*_nowasm_fallback.js \
 && find . -type d \( -name test -o -name docs -o -name examples -o -name benchmark \) -prune -exec rm -rf {} + \
 && find . -type f \( -name '*.md' -o -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) ! -iname 'licen*' -delete \
 && find . -type d -empty -delete \
 && mkdir -p /volume/data && chmod 1777 /volume/data

# What compose.yaml runs once before n8n: the nodes into n8n's folder, the examples into its database.
FROM n8nio/n8n:${N8N_VERSION} AS setup
COPY --from=packages /packages/nodes /setup/nodes
COPY --from=packages /packages/examples /setup/examples
COPY scripts/start/setup.sh /setup/
# A new volume takes over the owner of the folder.
RUN mkdir -p /home/node/.n8n /home/node/.n8n-files
ENTRYPOINT ["sh", "/setup/setup.sh"]

FROM node:${NODE_VERSION}-bookworm-slim AS sandbox
LABEL org.opencontainers.image.source=https://github.com/n8n-nodes-document-processing/n8n-nodes-document-processing
ENV NODE_ENV=production SANDBOX_HOST=0.0.0.0 SANDBOX_DATA=/data
# Any user may write into a new volume, which takes over the mode: docker run --user.
COPY --from=installed /volume /
COPY --from=installed /app /app
USER node
VOLUME /data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SANDBOX_PORT || 4010}/healthz?ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/node_modules/.bin/document-processing-sandbox"]
