/* Generated from schemas/style.schema.json by npm run generate. */
"use strict";
export const validateStyleFile = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:style","title":"StyleFile","description":"The look of a form. What is left out is as in the plain look.","type":"object","additionalProperties":false,"properties":{"colors":{"$ref":"#/definitions/StyleColors"},"dark":{"description":"The colours where the browser prefers a dark page; false: there is no dark look. Colours that are left out are derived from the others.","examples":[{"background":"#101418","accent":"#7fb2ff"}],"oneOf":[{"enum":[false]},{"$ref":"#/definitions/StyleColors"}]},"font":{"description":"The font of all texts: a name, or a file with the name of the font that stands in for it.","examples":["humanist"],"oneOf":[{"$ref":"#/definitions/FontName"},{"$ref":"#/definitions/FontFile"}]},"headingFont":{"description":"The font of headings: a name, or a file with the name of the font that stands in for it. Left out: that of all texts.","examples":["slab"],"oneOf":[{"$ref":"#/definitions/FontName"},{"$ref":"#/definitions/FontFile"}]},"radius":{"type":"number","minimum":0,"maximum":999,"description":"The radius of corners in px; 999 makes round ends.","examples":[8]},"background":{"$ref":"#/definitions/StyleBackground"},"layout":{"$ref":"#/definitions/StyleLayout"},"components":{"type":"object","description":"Colours and corners of single component types, by the name of the type.","examples":[{"NextButton":{"radius":999}}],"propertyNames":{"enum":["ShortInput","LongInput","EmailForm","Number","Rating","OpinionScale","Date","Time","Phone","PasswordInput","FileUploader","IdentityInfo","Address","Dropdown","MultipleOptionsQuestion","GraphicOptions","Matrix","Ranking","Consent","SchedulerScreen","Scheduler","NextButton","Header","Disclaimer","Statement"]},"additionalProperties":{"$ref":"#/definitions/ComponentStyle"}}},"definitions":{"StyleColors":{"type":"object","title":"StyleColors","description":"The colours, each as \"#rrggbb\".","additionalProperties":false,"examples":[{"background":"#ffffff","text":"#1b1f24","accent":"#2450c8"}],"properties":{"background":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Behind the questions.","examples":["#ffffff"]},"text":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of texts.","examples":["#1b1f24"]},"accent":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of buttons, links and what is chosen.","examples":["#2450c8"]},"accentText":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of texts on the accent.","examples":["#ffffff"]},"border":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of the edges of fields.","examples":["#858c97"]},"error":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of what is said about a wrong answer.","examples":["#b3261e"]}}},"FontName":{"type":"string","enum":["system","serif","transitional","didone","slab","humanist","classical","geometric","grotesque","industrial","rounded","handwritten","mono"],"description":"A font that each system has in a version of its own.","examples":["humanist"]},"FontFile":{"type":"object","title":"FontFile","description":"A font of your own.","additionalProperties":false,"required":["file","fallback"],"examples":[{"file":"fonts/brand.woff2","fallback":"humanist"}],"properties":{"file":{"type":"string","pattern":"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$","description":"The path of a WOFF2 file, from the folder of the style file; at most 200 KB. In a form: the SHA-256 of its bytes.","examples":["fonts/brand.woff2"]},"fallback":{"$ref":"#/definitions/FontName"}}},"StyleBackground":{"type":"object","title":"StyleBackground","description":"What lies behind the card: a gradient or a picture.","additionalProperties":false,"examples":[{"gradient":["#dbe7ff","#fff1e0"],"angle":135},{"image":"images/office.webp","overlay":"#ffffff","opacity":0.6}],"properties":{"gradient":{"type":"array","minItems":2,"maxItems":2,"items":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$"},"description":"The two colours of a gradient.","examples":[["#dbe7ff","#fff1e0"]]},"angle":{"type":"number","minimum":0,"maximum":360,"description":"The direction of the gradient in degrees; 0 is up, 90 to the right. Left out: 180.","examples":[135]},"image":{"type":"string","pattern":"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$","description":"The path of a PNG, JPEG or WebP file, from the folder of the style file; at most 1 MB. In a form: the SHA-256 of its bytes.","examples":["images/office.webp"]},"overlay":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"A colour over the picture. Left out: that of the background.","examples":["#ffffff"]},"opacity":{"type":"number","minimum":0,"maximum":1,"description":"How much the overlay covers: 0 nothing, 1 all. Left out: 0.","examples":[0.6]}}},"StyleLayout":{"type":"object","title":"StyleLayout","description":"How a page is laid out.","additionalProperties":false,"examples":[{"align":"center","width":"narrow","density":"spacious"}],"properties":{"align":{"type":"string","enum":["left","center"],"description":"Where headings and buttons stand.","examples":["left"]},"width":{"type":"string","enum":["narrow","medium","wide"],"description":"How wide the questions are at most.","examples":["medium"]},"density":{"type":"string","enum":["compact","comfortable","spacious"],"description":"How much space is between them.","examples":["comfortable"]},"frame":{"type":"string","enum":["card","page"],"description":"Whether the questions lie on a card, or on the page itself.","examples":["card"]},"questions":{"type":"string","enum":["step","one"],"description":"Whether a page shows all questions of a step, or one at a time.","examples":["step"]},"progress":{"type":"string","enum":["bar","steps","none"],"description":"How the page says how far people are.","examples":["bar"]},"logo":{"$ref":"#/definitions/Logo"}}},"Logo":{"type":"object","title":"Logo","description":"A picture above each page.","additionalProperties":false,"required":["image","alt"],"examples":[{"image":"images/logo.png","alt":"Example Ltd"}],"properties":{"image":{"type":"string","pattern":"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$","description":"The path of a PNG, JPEG or WebP file, from the folder of the style file; at most 1 MB. In a form: the SHA-256 of its bytes.","examples":["images/logo.png"]},"alt":{"type":"string","description":"What the picture says, for people who do not see it.","examples":["Example Ltd"]}}},"ComponentStyle":{"type":"object","title":"ComponentStyle","description":"What one component type has for itself.","additionalProperties":false,"examples":[{"radius":999}],"properties":{"background":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Behind it.","examples":["#f4f6fb"]},"border":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of the edges of its fields.","examples":["#5f6b7a"]},"accent":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of its button or of what is chosen.","examples":["#9a3f16"]},"accentText":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of texts on its accent.","examples":["#ffffff"]},"radius":{"type":"number","minimum":0,"maximum":999,"description":"The radius of its corners in px.","examples":[999]}}}}};
const schema12 = {"type":"object","title":"StyleColors","description":"The colours, each as \"#rrggbb\".","additionalProperties":false,"examples":[{"background":"#ffffff","text":"#1b1f24","accent":"#2450c8"}],"properties":{"background":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Behind the questions.","examples":["#ffffff"]},"text":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of texts.","examples":["#1b1f24"]},"accent":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of buttons, links and what is chosen.","examples":["#2450c8"]},"accentText":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of texts on the accent.","examples":["#ffffff"]},"border":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of the edges of fields.","examples":["#858c97"]},"error":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of what is said about a wrong answer.","examples":["#b3261e"]}}};
const schema14 = {"type":"string","enum":["system","serif","transitional","didone","slab","humanist","classical","geometric","grotesque","industrial","rounded","handwritten","mono"],"description":"A font that each system has in a version of its own.","examples":["humanist"]};
const schema18 = {"type":"object","title":"StyleBackground","description":"What lies behind the card: a gradient or a picture.","additionalProperties":false,"examples":[{"gradient":["#dbe7ff","#fff1e0"],"angle":135},{"image":"images/office.webp","overlay":"#ffffff","opacity":0.6}],"properties":{"gradient":{"type":"array","minItems":2,"maxItems":2,"items":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$"},"description":"The two colours of a gradient.","examples":[["#dbe7ff","#fff1e0"]]},"angle":{"type":"number","minimum":0,"maximum":360,"description":"The direction of the gradient in degrees; 0 is up, 90 to the right. Left out: 180.","examples":[135]},"image":{"type":"string","pattern":"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$","description":"The path of a PNG, JPEG or WebP file, from the folder of the style file; at most 1 MB. In a form: the SHA-256 of its bytes.","examples":["images/office.webp"]},"overlay":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"A colour over the picture. Left out: that of the background.","examples":["#ffffff"]},"opacity":{"type":"number","minimum":0,"maximum":1,"description":"How much the overlay covers: 0 nothing, 1 all. Left out: 0.","examples":[0.6]}}};
const schema21 = {"type":"object","title":"ComponentStyle","description":"What one component type has for itself.","additionalProperties":false,"examples":[{"radius":999}],"properties":{"background":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Behind it.","examples":["#f4f6fb"]},"border":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of the edges of its fields.","examples":["#5f6b7a"]},"accent":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of its button or of what is chosen.","examples":["#9a3f16"]},"accentText":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$","description":"Of texts on its accent.","examples":["#ffffff"]},"radius":{"type":"number","minimum":0,"maximum":999,"description":"The radius of its corners in px.","examples":[999]}}};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^#[0-9a-fA-F]{6}$", "u");
const pattern12 = new RegExp("^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$", "u");
const schema15 = {"type":"object","title":"FontFile","description":"A font of your own.","additionalProperties":false,"required":["file","fallback"],"examples":[{"file":"fonts/brand.woff2","fallback":"humanist"}],"properties":{"file":{"type":"string","pattern":"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$","description":"The path of a WOFF2 file, from the folder of the style file; at most 200 KB. In a form: the SHA-256 of its bytes.","examples":["fonts/brand.woff2"]},"fallback":{"$ref":"#/definitions/FontName"}}};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.file === undefined) || (!(func0.call(data, "file")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.fallback === undefined) || (!(func0.call(data, "fallback")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fallback"},message:"must have required property '"+"fallback"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "file") || (key0 === "fallback"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.file !== undefined && func0.call(data, "file")){
let data0 = data.file;
if(typeof data0 === "string"){
if(!pattern12.test(data0)){
const err3 = {instancePath:instancePath+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"},message:"must match pattern \""+"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.fallback !== undefined && func0.call(data, "fallback")){
let data1 = data.fallback;
if(typeof data1 !== "string"){
const err5 = {instancePath:instancePath+"/fallback",schemaPath:"#/definitions/FontName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(((((((((((((data1 === "system") || (data1 === "serif")) || (data1 === "transitional")) || (data1 === "didone")) || (data1 === "slab")) || (data1 === "humanist")) || (data1 === "classical")) || (data1 === "geometric")) || (data1 === "grotesque")) || (data1 === "industrial")) || (data1 === "rounded")) || (data1 === "handwritten")) || (data1 === "mono"))){
const err6 = {instancePath:instancePath+"/fallback",schemaPath:"#/definitions/FontName/enum",keyword:"enum",params:{allowedValues: schema14.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

const schema19 = {"type":"object","title":"StyleLayout","description":"How a page is laid out.","additionalProperties":false,"examples":[{"align":"center","width":"narrow","density":"spacious"}],"properties":{"align":{"type":"string","enum":["left","center"],"description":"Where headings and buttons stand.","examples":["left"]},"width":{"type":"string","enum":["narrow","medium","wide"],"description":"How wide the questions are at most.","examples":["medium"]},"density":{"type":"string","enum":["compact","comfortable","spacious"],"description":"How much space is between them.","examples":["comfortable"]},"frame":{"type":"string","enum":["card","page"],"description":"Whether the questions lie on a card, or on the page itself.","examples":["card"]},"questions":{"type":"string","enum":["step","one"],"description":"Whether a page shows all questions of a step, or one at a time.","examples":["step"]},"progress":{"type":"string","enum":["bar","steps","none"],"description":"How the page says how far people are.","examples":["bar"]},"logo":{"$ref":"#/definitions/Logo"}}};
const schema20 = {"type":"object","title":"Logo","description":"A picture above each page.","additionalProperties":false,"required":["image","alt"],"examples":[{"image":"images/logo.png","alt":"Example Ltd"}],"properties":{"image":{"type":"string","pattern":"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$","description":"The path of a PNG, JPEG or WebP file, from the folder of the style file; at most 1 MB. In a form: the SHA-256 of its bytes.","examples":["images/logo.png"]},"alt":{"type":"string","description":"What the picture says, for people who do not see it.","examples":["Example Ltd"]}}};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "align") || (key0 === "width")) || (key0 === "density")) || (key0 === "frame")) || (key0 === "questions")) || (key0 === "progress")) || (key0 === "logo"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.align !== undefined && func0.call(data, "align")){
let data0 = data.align;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/align",schemaPath:"#/properties/align/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((data0 === "left") || (data0 === "center"))){
const err2 = {instancePath:instancePath+"/align",schemaPath:"#/properties/align/enum",keyword:"enum",params:{allowedValues: schema19.properties.align.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.width !== undefined && func0.call(data, "width")){
let data1 = data.width;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(((data1 === "narrow") || (data1 === "medium")) || (data1 === "wide"))){
const err4 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/enum",keyword:"enum",params:{allowedValues: schema19.properties.width.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.density !== undefined && func0.call(data, "density")){
let data2 = data.density;
if(typeof data2 !== "string"){
const err5 = {instancePath:instancePath+"/density",schemaPath:"#/properties/density/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(((data2 === "compact") || (data2 === "comfortable")) || (data2 === "spacious"))){
const err6 = {instancePath:instancePath+"/density",schemaPath:"#/properties/density/enum",keyword:"enum",params:{allowedValues: schema19.properties.density.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.frame !== undefined && func0.call(data, "frame")){
let data3 = data.frame;
if(typeof data3 !== "string"){
const err7 = {instancePath:instancePath+"/frame",schemaPath:"#/properties/frame/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!((data3 === "card") || (data3 === "page"))){
const err8 = {instancePath:instancePath+"/frame",schemaPath:"#/properties/frame/enum",keyword:"enum",params:{allowedValues: schema19.properties.frame.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.questions !== undefined && func0.call(data, "questions")){
let data4 = data.questions;
if(typeof data4 !== "string"){
const err9 = {instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((data4 === "step") || (data4 === "one"))){
const err10 = {instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/enum",keyword:"enum",params:{allowedValues: schema19.properties.questions.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.progress !== undefined && func0.call(data, "progress")){
let data5 = data.progress;
if(typeof data5 !== "string"){
const err11 = {instancePath:instancePath+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(((data5 === "bar") || (data5 === "steps")) || (data5 === "none"))){
const err12 = {instancePath:instancePath+"/progress",schemaPath:"#/properties/progress/enum",keyword:"enum",params:{allowedValues: schema19.properties.progress.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.logo !== undefined && func0.call(data, "logo")){
let data6 = data.logo;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if((data6.image === undefined) || (!(func0.call(data6, "image")))){
const err13 = {instancePath:instancePath+"/logo",schemaPath:"#/definitions/Logo/required",keyword:"required",params:{missingProperty: "image"},message:"must have required property '"+"image"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((data6.alt === undefined) || (!(func0.call(data6, "alt")))){
const err14 = {instancePath:instancePath+"/logo",schemaPath:"#/definitions/Logo/required",keyword:"required",params:{missingProperty: "alt"},message:"must have required property '"+"alt"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key1 of Object.keys(data6)){
if(!((key1 === "image") || (key1 === "alt"))){
const err15 = {instancePath:instancePath+"/logo",schemaPath:"#/definitions/Logo/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data6.image !== undefined && func0.call(data6, "image")){
let data7 = data6.image;
if(typeof data7 === "string"){
if(!pattern12.test(data7)){
const err16 = {instancePath:instancePath+"/logo/image",schemaPath:"#/definitions/Logo/properties/image/pattern",keyword:"pattern",params:{pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"},message:"must match pattern \""+"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/logo/image",schemaPath:"#/definitions/Logo/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data6.alt !== undefined && func0.call(data6, "alt")){
if(typeof data6.alt !== "string"){
const err18 = {instancePath:instancePath+"/logo/alt",schemaPath:"#/definitions/Logo/properties/alt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/logo",schemaPath:"#/definitions/Logo/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="formctl:style" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!((((((((key0 === "colors") || (key0 === "dark")) || (key0 === "font")) || (key0 === "headingFont")) || (key0 === "radius")) || (key0 === "background")) || (key0 === "layout")) || (key0 === "components"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.colors !== undefined && func0.call(data, "colors")){
let data0 = data.colors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 of Object.keys(data0)){
if(!((((((key1 === "background") || (key1 === "text")) || (key1 === "accent")) || (key1 === "accentText")) || (key1 === "border")) || (key1 === "error"))){
const err1 = {instancePath:instancePath+"/colors",schemaPath:"#/definitions/StyleColors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.background !== undefined && func0.call(data0, "background")){
let data1 = data0.background;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err2 = {instancePath:instancePath+"/colors/background",schemaPath:"#/definitions/StyleColors/properties/background/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/colors/background",schemaPath:"#/definitions/StyleColors/properties/background/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.text !== undefined && func0.call(data0, "text")){
let data2 = data0.text;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err4 = {instancePath:instancePath+"/colors/text",schemaPath:"#/definitions/StyleColors/properties/text/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/colors/text",schemaPath:"#/definitions/StyleColors/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.accent !== undefined && func0.call(data0, "accent")){
let data3 = data0.accent;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err6 = {instancePath:instancePath+"/colors/accent",schemaPath:"#/definitions/StyleColors/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/colors/accent",schemaPath:"#/definitions/StyleColors/properties/accent/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0.accentText !== undefined && func0.call(data0, "accentText")){
let data4 = data0.accentText;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err8 = {instancePath:instancePath+"/colors/accentText",schemaPath:"#/definitions/StyleColors/properties/accentText/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/colors/accentText",schemaPath:"#/definitions/StyleColors/properties/accentText/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data0.border !== undefined && func0.call(data0, "border")){
let data5 = data0.border;
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
const err10 = {instancePath:instancePath+"/colors/border",schemaPath:"#/definitions/StyleColors/properties/border/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/colors/border",schemaPath:"#/definitions/StyleColors/properties/border/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data0.error !== undefined && func0.call(data0, "error")){
let data6 = data0.error;
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
const err12 = {instancePath:instancePath+"/colors/error",schemaPath:"#/definitions/StyleColors/properties/error/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/colors/error",schemaPath:"#/definitions/StyleColors/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/colors",schemaPath:"#/definitions/StyleColors/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.dark !== undefined && func0.call(data, "dark")){
let data7 = data.dark;
const _errs19 = errors;
let valid3 = false;
let passing0 = null;
const _errs20 = errors;
if(!(data7 === false)){
const err15 = {instancePath:instancePath+"/dark",schemaPath:"#/properties/dark/oneOf/0/enum",keyword:"enum",params:{allowedValues: schema11.properties.dark.oneOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid0 = _errs20 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs21 = errors;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key2 of Object.keys(data7)){
if(!((((((key2 === "background") || (key2 === "text")) || (key2 === "accent")) || (key2 === "accentText")) || (key2 === "border")) || (key2 === "error"))){
const err16 = {instancePath:instancePath+"/dark",schemaPath:"#/definitions/StyleColors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data7.background !== undefined && func0.call(data7, "background")){
let data8 = data7.background;
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
const err17 = {instancePath:instancePath+"/dark/background",schemaPath:"#/definitions/StyleColors/properties/background/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/dark/background",schemaPath:"#/definitions/StyleColors/properties/background/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data7.text !== undefined && func0.call(data7, "text")){
let data9 = data7.text;
if(typeof data9 === "string"){
if(!pattern0.test(data9)){
const err19 = {instancePath:instancePath+"/dark/text",schemaPath:"#/definitions/StyleColors/properties/text/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/dark/text",schemaPath:"#/definitions/StyleColors/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data7.accent !== undefined && func0.call(data7, "accent")){
let data10 = data7.accent;
if(typeof data10 === "string"){
if(!pattern0.test(data10)){
const err21 = {instancePath:instancePath+"/dark/accent",schemaPath:"#/definitions/StyleColors/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/dark/accent",schemaPath:"#/definitions/StyleColors/properties/accent/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.accentText !== undefined && func0.call(data7, "accentText")){
let data11 = data7.accentText;
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
const err23 = {instancePath:instancePath+"/dark/accentText",schemaPath:"#/definitions/StyleColors/properties/accentText/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/dark/accentText",schemaPath:"#/definitions/StyleColors/properties/accentText/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data7.border !== undefined && func0.call(data7, "border")){
let data12 = data7.border;
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
const err25 = {instancePath:instancePath+"/dark/border",schemaPath:"#/definitions/StyleColors/properties/border/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/dark/border",schemaPath:"#/definitions/StyleColors/properties/border/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data7.error !== undefined && func0.call(data7, "error")){
let data13 = data7.error;
if(typeof data13 === "string"){
if(!pattern0.test(data13)){
const err27 = {instancePath:instancePath+"/dark/error",schemaPath:"#/definitions/StyleColors/properties/error/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/dark/error",schemaPath:"#/definitions/StyleColors/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/dark",schemaPath:"#/definitions/StyleColors/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err30 = {instancePath:instancePath+"/dark",schemaPath:"#/properties/dark/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
else {
errors = _errs19;
if(vErrors !== null){
if(_errs19){
vErrors.length = _errs19;
}
else {
vErrors = null;
}
}
}
}
if(data.font !== undefined && func0.call(data, "font")){
let data14 = data.font;
const _errs38 = errors;
let valid6 = false;
let passing1 = null;
const _errs39 = errors;
if(typeof data14 !== "string"){
const err31 = {instancePath:instancePath+"/font",schemaPath:"#/definitions/FontName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!(((((((((((((data14 === "system") || (data14 === "serif")) || (data14 === "transitional")) || (data14 === "didone")) || (data14 === "slab")) || (data14 === "humanist")) || (data14 === "classical")) || (data14 === "geometric")) || (data14 === "grotesque")) || (data14 === "industrial")) || (data14 === "rounded")) || (data14 === "handwritten")) || (data14 === "mono"))){
const err32 = {instancePath:instancePath+"/font",schemaPath:"#/definitions/FontName/enum",keyword:"enum",params:{allowedValues: schema14.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
var _valid1 = _errs39 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
}
const _errs42 = errors;
if(!(validate11(data14, {instancePath:instancePath+"/font",parentData:data,parentDataProperty:"font",rootData}))){
if(vErrors === null){ vErrors = validate11.errors; } else { for(const err of validate11.errors) vErrors.push(err); }
errors = vErrors.length;
}
var _valid1 = _errs42 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid6 = true;
passing1 = 1;
}
}
if(!valid6){
const err33 = {instancePath:instancePath+"/font",schemaPath:"#/properties/font/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
else {
errors = _errs38;
if(vErrors !== null){
if(_errs38){
vErrors.length = _errs38;
}
else {
vErrors = null;
}
}
}
}
if(data.headingFont !== undefined && func0.call(data, "headingFont")){
let data15 = data.headingFont;
const _errs44 = errors;
let valid8 = false;
let passing2 = null;
const _errs45 = errors;
if(typeof data15 !== "string"){
const err34 = {instancePath:instancePath+"/headingFont",schemaPath:"#/definitions/FontName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(!(((((((((((((data15 === "system") || (data15 === "serif")) || (data15 === "transitional")) || (data15 === "didone")) || (data15 === "slab")) || (data15 === "humanist")) || (data15 === "classical")) || (data15 === "geometric")) || (data15 === "grotesque")) || (data15 === "industrial")) || (data15 === "rounded")) || (data15 === "handwritten")) || (data15 === "mono"))){
const err35 = {instancePath:instancePath+"/headingFont",schemaPath:"#/definitions/FontName/enum",keyword:"enum",params:{allowedValues: schema14.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
var _valid2 = _errs45 === errors;
if(_valid2){
valid8 = true;
passing2 = 0;
}
const _errs48 = errors;
if(!(validate11(data15, {instancePath:instancePath+"/headingFont",parentData:data,parentDataProperty:"headingFont",rootData}))){
if(vErrors === null){ vErrors = validate11.errors; } else { for(const err of validate11.errors) vErrors.push(err); }
errors = vErrors.length;
}
var _valid2 = _errs48 === errors;
if(_valid2 && valid8){
valid8 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid8 = true;
passing2 = 1;
}
}
if(!valid8){
const err36 = {instancePath:instancePath+"/headingFont",schemaPath:"#/properties/headingFont/oneOf",keyword:"oneOf",params:{passingSchemas: passing2},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
errors = _errs44;
if(vErrors !== null){
if(_errs44){
vErrors.length = _errs44;
}
else {
vErrors = null;
}
}
}
}
if(data.radius !== undefined && func0.call(data, "radius")){
let data16 = data.radius;
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 999 || isNaN(data16)){
const err37 = {instancePath:instancePath+"/radius",schemaPath:"#/properties/radius/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data16 < 0 || isNaN(data16)){
const err38 = {instancePath:instancePath+"/radius",schemaPath:"#/properties/radius/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/radius",schemaPath:"#/properties/radius/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.background !== undefined && func0.call(data, "background")){
let data17 = data.background;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
for(const key3 of Object.keys(data17)){
if(!(((((key3 === "gradient") || (key3 === "angle")) || (key3 === "image")) || (key3 === "overlay")) || (key3 === "opacity"))){
const err40 = {instancePath:instancePath+"/background",schemaPath:"#/definitions/StyleBackground/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data17.gradient !== undefined && func0.call(data17, "gradient")){
let data18 = data17.gradient;
if(Array.isArray(data18)){
if(data18.length > 2){
const err41 = {instancePath:instancePath+"/background/gradient",schemaPath:"#/definitions/StyleBackground/properties/gradient/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data18.length < 2){
const err42 = {instancePath:instancePath+"/background/gradient",schemaPath:"#/definitions/StyleBackground/properties/gradient/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
const len0 = data18.length;
for(let i0=0; i0<len0; i0++){
let data19 = data18[i0];
if(typeof data19 === "string"){
if(!pattern0.test(data19)){
const err43 = {instancePath:instancePath+"/background/gradient/" + i0,schemaPath:"#/definitions/StyleBackground/properties/gradient/items/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/background/gradient/" + i0,schemaPath:"#/definitions/StyleBackground/properties/gradient/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/background/gradient",schemaPath:"#/definitions/StyleBackground/properties/gradient/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data17.angle !== undefined && func0.call(data17, "angle")){
let data20 = data17.angle;
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 360 || isNaN(data20)){
const err46 = {instancePath:instancePath+"/background/angle",schemaPath:"#/definitions/StyleBackground/properties/angle/maximum",keyword:"maximum",params:{comparison: "<=", limit: 360},message:"must be <= 360"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err47 = {instancePath:instancePath+"/background/angle",schemaPath:"#/definitions/StyleBackground/properties/angle/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/background/angle",schemaPath:"#/definitions/StyleBackground/properties/angle/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data17.image !== undefined && func0.call(data17, "image")){
let data21 = data17.image;
if(typeof data21 === "string"){
if(!pattern12.test(data21)){
const err49 = {instancePath:instancePath+"/background/image",schemaPath:"#/definitions/StyleBackground/properties/image/pattern",keyword:"pattern",params:{pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"},message:"must match pattern \""+"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"+"\""};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/background/image",schemaPath:"#/definitions/StyleBackground/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data17.overlay !== undefined && func0.call(data17, "overlay")){
let data22 = data17.overlay;
if(typeof data22 === "string"){
if(!pattern0.test(data22)){
const err51 = {instancePath:instancePath+"/background/overlay",schemaPath:"#/definitions/StyleBackground/properties/overlay/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/background/overlay",schemaPath:"#/definitions/StyleBackground/properties/overlay/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data17.opacity !== undefined && func0.call(data17, "opacity")){
let data23 = data17.opacity;
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 1 || isNaN(data23)){
const err53 = {instancePath:instancePath+"/background/opacity",schemaPath:"#/definitions/StyleBackground/properties/opacity/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data23 < 0 || isNaN(data23)){
const err54 = {instancePath:instancePath+"/background/opacity",schemaPath:"#/definitions/StyleBackground/properties/opacity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/background/opacity",schemaPath:"#/definitions/StyleBackground/properties/opacity/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/background",schemaPath:"#/definitions/StyleBackground/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.layout !== undefined && func0.call(data, "layout")){
if(!(validate14(data.layout, {instancePath:instancePath+"/layout",parentData:data,parentDataProperty:"layout",rootData}))){
if(vErrors === null){ vErrors = validate14.errors; } else { for(const err of validate14.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
if(data.components !== undefined && func0.call(data, "components")){
let data25 = data.components;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
for(const key4 of Object.keys(data25)){
const _errs70 = errors;
if(!(((((((((((((((((((((((((key4 === "ShortInput") || (key4 === "LongInput")) || (key4 === "EmailForm")) || (key4 === "Number")) || (key4 === "Rating")) || (key4 === "OpinionScale")) || (key4 === "Date")) || (key4 === "Time")) || (key4 === "Phone")) || (key4 === "PasswordInput")) || (key4 === "FileUploader")) || (key4 === "IdentityInfo")) || (key4 === "Address")) || (key4 === "Dropdown")) || (key4 === "MultipleOptionsQuestion")) || (key4 === "GraphicOptions")) || (key4 === "Matrix")) || (key4 === "Ranking")) || (key4 === "Consent")) || (key4 === "SchedulerScreen")) || (key4 === "Scheduler")) || (key4 === "NextButton")) || (key4 === "Header")) || (key4 === "Disclaimer")) || (key4 === "Statement"))){
const err57 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/propertyNames/enum",keyword:"enum",params:{allowedValues: schema11.properties.components.propertyNames.enum},message:"must be equal to one of the allowed values",propertyName:key4};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
var valid14 = _errs70 === errors;
if(!valid14){
const err58 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/propertyNames",keyword:"propertyNames",params:{propertyName: key4},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
for(const key5 of Object.keys(data25)){
let data26 = data25[key5];
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
for(const key6 of Object.keys(data26)){
if(!(((((key6 === "background") || (key6 === "border")) || (key6 === "accent")) || (key6 === "accentText")) || (key6 === "radius"))){
const err59 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/ComponentStyle/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data26.background !== undefined && func0.call(data26, "background")){
let data27 = data26.background;
if(typeof data27 === "string"){
if(!pattern0.test(data27)){
const err60 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/background",schemaPath:"#/definitions/ComponentStyle/properties/background/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/background",schemaPath:"#/definitions/ComponentStyle/properties/background/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data26.border !== undefined && func0.call(data26, "border")){
let data28 = data26.border;
if(typeof data28 === "string"){
if(!pattern0.test(data28)){
const err62 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/border",schemaPath:"#/definitions/ComponentStyle/properties/border/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/border",schemaPath:"#/definitions/ComponentStyle/properties/border/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data26.accent !== undefined && func0.call(data26, "accent")){
let data29 = data26.accent;
if(typeof data29 === "string"){
if(!pattern0.test(data29)){
const err64 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/accent",schemaPath:"#/definitions/ComponentStyle/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/accent",schemaPath:"#/definitions/ComponentStyle/properties/accent/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data26.accentText !== undefined && func0.call(data26, "accentText")){
let data30 = data26.accentText;
if(typeof data30 === "string"){
if(!pattern0.test(data30)){
const err66 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/accentText",schemaPath:"#/definitions/ComponentStyle/properties/accentText/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
else {
const err67 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/accentText",schemaPath:"#/definitions/ComponentStyle/properties/accentText/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data26.radius !== undefined && func0.call(data26, "radius")){
let data31 = data26.radius;
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 999 || isNaN(data31)){
const err68 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/radius",schemaPath:"#/definitions/ComponentStyle/properties/radius/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(data31 < 0 || isNaN(data31)){
const err69 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/radius",schemaPath:"#/definitions/ComponentStyle/properties/radius/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/radius",schemaPath:"#/definitions/ComponentStyle/properties/radius/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/components/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/ComponentStyle/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

export const validateStyleColors = validate16;

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!((((((key0 === "background") || (key0 === "text")) || (key0 === "accent")) || (key0 === "accentText")) || (key0 === "border")) || (key0 === "error"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.background !== undefined && func0.call(data, "background")){
let data0 = data.background;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err1 = {instancePath:instancePath+"/background",schemaPath:"#/properties/background/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/background",schemaPath:"#/properties/background/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.text !== undefined && func0.call(data, "text")){
let data1 = data.text;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err3 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.accent !== undefined && func0.call(data, "accent")){
let data2 = data.accent;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err5 = {instancePath:instancePath+"/accent",schemaPath:"#/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/accent",schemaPath:"#/properties/accent/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.accentText !== undefined && func0.call(data, "accentText")){
let data3 = data.accentText;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err7 = {instancePath:instancePath+"/accentText",schemaPath:"#/properties/accentText/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/accentText",schemaPath:"#/properties/accentText/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.border !== undefined && func0.call(data, "border")){
let data4 = data.border;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err9 = {instancePath:instancePath+"/border",schemaPath:"#/properties/border/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/border",schemaPath:"#/properties/border/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.error !== undefined && func0.call(data, "error")){
let data5 = data.error;
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
const err11 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}

export const validateFontName = validate17;

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((((((((((((data === "system") || (data === "serif")) || (data === "transitional")) || (data === "didone")) || (data === "slab")) || (data === "humanist")) || (data === "classical")) || (data === "geometric")) || (data === "grotesque")) || (data === "industrial")) || (data === "rounded")) || (data === "handwritten")) || (data === "mono"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema14.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

export const validateFontFile = validate18;

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.file === undefined) || (!(func0.call(data, "file")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.fallback === undefined) || (!(func0.call(data, "fallback")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fallback"},message:"must have required property '"+"fallback"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "file") || (key0 === "fallback"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.file !== undefined && func0.call(data, "file")){
let data0 = data.file;
if(typeof data0 === "string"){
if(!pattern12.test(data0)){
const err3 = {instancePath:instancePath+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"},message:"must match pattern \""+"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.fallback !== undefined && func0.call(data, "fallback")){
let data1 = data.fallback;
if(typeof data1 !== "string"){
const err5 = {instancePath:instancePath+"/fallback",schemaPath:"#/definitions/FontName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(((((((((((((data1 === "system") || (data1 === "serif")) || (data1 === "transitional")) || (data1 === "didone")) || (data1 === "slab")) || (data1 === "humanist")) || (data1 === "classical")) || (data1 === "geometric")) || (data1 === "grotesque")) || (data1 === "industrial")) || (data1 === "rounded")) || (data1 === "handwritten")) || (data1 === "mono"))){
const err6 = {instancePath:instancePath+"/fallback",schemaPath:"#/definitions/FontName/enum",keyword:"enum",params:{allowedValues: schema14.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate18.errors = vErrors;
return errors === 0;
}

export const validateStyleBackground = validate19;

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((key0 === "gradient") || (key0 === "angle")) || (key0 === "image")) || (key0 === "overlay")) || (key0 === "opacity"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.gradient !== undefined && func0.call(data, "gradient")){
let data0 = data.gradient;
if(Array.isArray(data0)){
if(data0.length > 2){
const err1 = {instancePath:instancePath+"/gradient",schemaPath:"#/properties/gradient/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 2){
const err2 = {instancePath:instancePath+"/gradient",schemaPath:"#/properties/gradient/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err3 = {instancePath:instancePath+"/gradient/" + i0,schemaPath:"#/properties/gradient/items/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/gradient/" + i0,schemaPath:"#/properties/gradient/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/gradient",schemaPath:"#/properties/gradient/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.angle !== undefined && func0.call(data, "angle")){
let data2 = data.angle;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 360 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/angle",schemaPath:"#/properties/angle/maximum",keyword:"maximum",params:{comparison: "<=", limit: 360},message:"must be <= 360"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/angle",schemaPath:"#/properties/angle/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/angle",schemaPath:"#/properties/angle/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.image !== undefined && func0.call(data, "image")){
let data3 = data.image;
if(typeof data3 === "string"){
if(!pattern12.test(data3)){
const err9 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/pattern",keyword:"pattern",params:{pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"},message:"must match pattern \""+"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.overlay !== undefined && func0.call(data, "overlay")){
let data4 = data.overlay;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err11 = {instancePath:instancePath+"/overlay",schemaPath:"#/properties/overlay/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/overlay",schemaPath:"#/properties/overlay/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.opacity !== undefined && func0.call(data, "opacity")){
let data5 = data.opacity;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/opacity",schemaPath:"#/properties/opacity/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/opacity",schemaPath:"#/properties/opacity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/opacity",schemaPath:"#/properties/opacity/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}

export const validateStyleLayout = validate20;

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "align") || (key0 === "width")) || (key0 === "density")) || (key0 === "frame")) || (key0 === "questions")) || (key0 === "progress")) || (key0 === "logo"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.align !== undefined && func0.call(data, "align")){
let data0 = data.align;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/align",schemaPath:"#/properties/align/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((data0 === "left") || (data0 === "center"))){
const err2 = {instancePath:instancePath+"/align",schemaPath:"#/properties/align/enum",keyword:"enum",params:{allowedValues: schema19.properties.align.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.width !== undefined && func0.call(data, "width")){
let data1 = data.width;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(((data1 === "narrow") || (data1 === "medium")) || (data1 === "wide"))){
const err4 = {instancePath:instancePath+"/width",schemaPath:"#/properties/width/enum",keyword:"enum",params:{allowedValues: schema19.properties.width.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.density !== undefined && func0.call(data, "density")){
let data2 = data.density;
if(typeof data2 !== "string"){
const err5 = {instancePath:instancePath+"/density",schemaPath:"#/properties/density/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(((data2 === "compact") || (data2 === "comfortable")) || (data2 === "spacious"))){
const err6 = {instancePath:instancePath+"/density",schemaPath:"#/properties/density/enum",keyword:"enum",params:{allowedValues: schema19.properties.density.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.frame !== undefined && func0.call(data, "frame")){
let data3 = data.frame;
if(typeof data3 !== "string"){
const err7 = {instancePath:instancePath+"/frame",schemaPath:"#/properties/frame/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!((data3 === "card") || (data3 === "page"))){
const err8 = {instancePath:instancePath+"/frame",schemaPath:"#/properties/frame/enum",keyword:"enum",params:{allowedValues: schema19.properties.frame.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.questions !== undefined && func0.call(data, "questions")){
let data4 = data.questions;
if(typeof data4 !== "string"){
const err9 = {instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((data4 === "step") || (data4 === "one"))){
const err10 = {instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/enum",keyword:"enum",params:{allowedValues: schema19.properties.questions.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.progress !== undefined && func0.call(data, "progress")){
let data5 = data.progress;
if(typeof data5 !== "string"){
const err11 = {instancePath:instancePath+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(((data5 === "bar") || (data5 === "steps")) || (data5 === "none"))){
const err12 = {instancePath:instancePath+"/progress",schemaPath:"#/properties/progress/enum",keyword:"enum",params:{allowedValues: schema19.properties.progress.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.logo !== undefined && func0.call(data, "logo")){
let data6 = data.logo;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if((data6.image === undefined) || (!(func0.call(data6, "image")))){
const err13 = {instancePath:instancePath+"/logo",schemaPath:"#/definitions/Logo/required",keyword:"required",params:{missingProperty: "image"},message:"must have required property '"+"image"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((data6.alt === undefined) || (!(func0.call(data6, "alt")))){
const err14 = {instancePath:instancePath+"/logo",schemaPath:"#/definitions/Logo/required",keyword:"required",params:{missingProperty: "alt"},message:"must have required property '"+"alt"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key1 of Object.keys(data6)){
if(!((key1 === "image") || (key1 === "alt"))){
const err15 = {instancePath:instancePath+"/logo",schemaPath:"#/definitions/Logo/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data6.image !== undefined && func0.call(data6, "image")){
let data7 = data6.image;
if(typeof data7 === "string"){
if(!pattern12.test(data7)){
const err16 = {instancePath:instancePath+"/logo/image",schemaPath:"#/definitions/Logo/properties/image/pattern",keyword:"pattern",params:{pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"},message:"must match pattern \""+"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/logo/image",schemaPath:"#/definitions/Logo/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data6.alt !== undefined && func0.call(data6, "alt")){
if(typeof data6.alt !== "string"){
const err18 = {instancePath:instancePath+"/logo/alt",schemaPath:"#/definitions/Logo/properties/alt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/logo",schemaPath:"#/definitions/Logo/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}

export const validateLogo = validate21;

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.image === undefined) || (!(func0.call(data, "image")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "image"},message:"must have required property '"+"image"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.alt === undefined) || (!(func0.call(data, "alt")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "alt"},message:"must have required property '"+"alt"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "image") || (key0 === "alt"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.image !== undefined && func0.call(data, "image")){
let data0 = data.image;
if(typeof data0 === "string"){
if(!pattern12.test(data0)){
const err3 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/pattern",keyword:"pattern",params:{pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"},message:"must match pattern \""+"^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.alt !== undefined && func0.call(data, "alt")){
if(typeof data.alt !== "string"){
const err5 = {instancePath:instancePath+"/alt",schemaPath:"#/properties/alt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const validateComponentStyle = validate22;

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((key0 === "background") || (key0 === "border")) || (key0 === "accent")) || (key0 === "accentText")) || (key0 === "radius"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.background !== undefined && func0.call(data, "background")){
let data0 = data.background;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err1 = {instancePath:instancePath+"/background",schemaPath:"#/properties/background/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/background",schemaPath:"#/properties/background/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.border !== undefined && func0.call(data, "border")){
let data1 = data.border;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err3 = {instancePath:instancePath+"/border",schemaPath:"#/properties/border/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/border",schemaPath:"#/properties/border/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.accent !== undefined && func0.call(data, "accent")){
let data2 = data.accent;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err5 = {instancePath:instancePath+"/accent",schemaPath:"#/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/accent",schemaPath:"#/properties/accent/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.accentText !== undefined && func0.call(data, "accentText")){
let data3 = data.accentText;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err7 = {instancePath:instancePath+"/accentText",schemaPath:"#/properties/accentText/pattern",keyword:"pattern",params:{pattern: "^#[0-9a-fA-F]{6}$"},message:"must match pattern \""+"^#[0-9a-fA-F]{6}$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/accentText",schemaPath:"#/properties/accentText/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.radius !== undefined && func0.call(data, "radius")){
let data4 = data.radius;
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 999 || isNaN(data4)){
const err9 = {instancePath:instancePath+"/radius",schemaPath:"#/properties/radius/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err10 = {instancePath:instancePath+"/radius",schemaPath:"#/properties/radius/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/radius",schemaPath:"#/properties/radius/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

